/** Whether a line item matches an imp (spec 4.1.13; decisions 'dealsonly'). */
import t from 'tap';
import { indexLineItems } from '../../../src/config/line-item-index.ts';
import type { LineItem } from '../../../src/config/line-items.ts';
import { hasLineItem } from '../../../src/stages/prepare/match-line-item.ts';

const item: LineItem = { id: 'l1', bidder: 'bidderA', dealid: 'd1', targeting: [], startsAtMs: 100, endsAtMs: 200 };
const imp = { id: 'i1', tagid: 'top', banner: { format: [{ w: 300, h: 250 }] } };
const request = { imp: [imp], site: { domain: 'news.example', cat: ['IAB1', 'IAB2'] }, test: 0 };

function matches(own: Partial<LineItem>, nowMs = 150): boolean {
  return hasLineItem(indexLineItems([{ ...item, ...own }]), { request, imp, nowMs });
}

t.test('a line item matches from its start to before its end', async (t) => {
  t.ok(matches({}));
  for (const [nowMs, want] of [
    [99, false],
    [100, true],
    [199, true],
    [200, false],
  ] as const) {
    t.equal(matches({}, nowMs), want, String(nowMs));
  }
});

t.test('every path of the targeting must match', async (t) => {
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
});

t.test('one matching line item of several is enough', async (t) => {
  t.ok(hasLineItem(indexLineItems([{ ...item, endsAtMs: 101 }, item]), { request, imp, nowMs: 150 }));
});

t.test('of many line items, only those are looked at that allow a rare value of the request', async (t) => {
  let looks = 0;
  const items = Array.from({ length: 1000 }, (_, at): LineItem => {
    const targeting: LineItem['targeting'] = [
      ['imp.tagid', ['top', 'side']],
      ['site.domain', [`site${at}.example`, `site${at + 1}.example`]],
    ];
    return {
      ...item,
      targeting,
      get startsAtMs() {
        looks++;
        return 100;
      },
    };
  });
  const index = indexLineItems(items);
  const at = (domain: string): boolean =>
    hasLineItem(index, { request: { ...request, site: { domain } }, imp: { ...imp, tagid: 'bottom' }, nowMs: 150 });
  t.notOk(at('news.example'));
  t.equal(looks, 0);
  t.notOk(at('site7.example'));
  t.equal(looks, 2);
});

t.test('each line item of many is found by its own targeting', async (t) => {
  const domains = Array.from({ length: 100 }, (_, at) => `site${at}.example`);
  const items = domains.map((domain, at): LineItem => ({
    ...item,
    targeting: at % 2 === 0 ? [['site.domain', [domain]]] : [['site.cat', [domain]]],
  }));
  const index = indexLineItems(items);
  for (const [at, domain] of domains.entries()) {
    const site = at % 2 === 0 ? { domain } : { cat: ['IAB1', domain] };
    t.ok(hasLineItem(index, { request: { ...request, site }, imp, nowMs: 150 }), domain);
    const other = at % 2 === 0 ? { cat: [domain] } : { domain };
    t.notOk(hasLineItem(index, { request: { ...request, site: other }, imp, nowMs: 150 }), domain);
  }
});

t.test('a path of the request is read once, however many imps and bidders are matched', async (t) => {
  let reads = 0;
  const site = {
    get cat() {
      reads++;
      return ['IAB1', 'IAB2'];
    },
  };
  const offered = { request: { ...request, site }, nowMs: 150 };
  for (const wanted of ['IAB2', 'IAB3']) {
    const index = indexLineItems([{ ...item, targeting: [['site.cat', [wanted]]] }]);
    for (const id of ['i1', 'i2']) t.equal(hasLineItem(index, { ...offered, imp: { ...imp, id } }), wanted === 'IAB2');
  }
  t.equal(reads, 1);
});
