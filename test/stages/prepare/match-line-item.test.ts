/** Whether a line item matches an imp (spec 4.1.13; decisions 'dealsonly'). */
import t from 'tap';
import type { LineItem } from '../../../src/config/line-items.ts';
import { hasLineItem } from '../../../src/stages/prepare/match-line-item.ts';

const item: LineItem = { id: 'l1', bidder: 'bidderA', dealid: 'd1', targeting: [], startsAtMs: 100, endsAtMs: 200 };
const imp = { id: 'i1', tagid: 'top', banner: { format: [{ w: 300, h: 250 }] } };
const request = { imp: [imp], site: { domain: 'news.example', cat: ['IAB1', 'IAB2'] }, test: 0 };

function matches(own: Partial<LineItem>, nowMs = 150): boolean {
  return hasLineItem([{ ...item, ...own }], { request, imp, nowMs });
}

t.test('a line item matches from its start to before its end', (t) => {
  t.ok(matches({}));
  for (const [nowMs, want] of [
    [99, false],
    [100, true],
    [199, true],
    [200, false],
  ] as const) {
    t.equal(matches({}, nowMs), want, String(nowMs));
  }
  t.end();
});

t.test('every path of the targeting must match', (t) => {
  const cases: [LineItem['targeting'], boolean][] = [
    [[['site.domain', ['other.example', 'news.example']]], true],
    [[['site.domain', ['other.example']]], false],
    [[['site.domain', []]], false],
    [
      [
        ['site.domain', ['news.example']],
        ['imp.tagid', ['side']],
      ],
      false,
    ],
    [
      [
        ['site.domain', ['news.example']],
        ['imp.tagid', ['top']],
      ],
      true,
    ],
    [[['site.cat', ['IAB2']]], true],
    [[['site.cat', ['IAB3']]], false],
    [[['imp.banner.format.0.w', [300]]], true],
    [[['imp.banner.format.0.w', ['300']]], false],
    [[['imp.banner.format.1.w', [300]]], false],
    [[['test', [0]]], true],
    [[['test', [false]]], false],
    [[['site', ['[object Object]']]], false],
    [[['__proto__.constructor.name', ['Object']]], false],
    [[['site.missing', ['undefined']]], false],
  ];
  for (const [targeting, want] of cases) t.equal(matches({ targeting }), want, JSON.stringify(targeting));
  t.end();
});

t.test('one matching line item of several is enough', (t) => {
  t.ok(hasLineItem([{ ...item, endsAtMs: 101 }, item], { request, imp, nowMs: 150 }));
  t.end();
});
