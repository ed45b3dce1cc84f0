/** Reading a file of line items (interface, `lineItems`; decisions 'dealsonly'). */
import t from 'tap';
import { readLineItems } from '../../src/config/line-items.ts';

const good = { id: 'l1', bidder: 'bidderA', dealid: 'd1' };

t.test('a valid list is read with times in milliseconds and single values as lists', async (t) => {
  const list = [
    {
      ...good,
      targeting: { 'site.domain': ['a.example', 'b.example'], 'imp.instl': 1, 'imp.secure': [true, 0.5] },
      startsAt: '2026-01-31T00:00:00Z',
      endsAt: '2026-02-01T00:00:00.500+01:00',
    },
    { ...good, targeting: null, startsAt: null },
  ];
  t.strictSame(readLineItems(JSON.stringify(list)), {
    faults: [],
    items: [
      {
        ...good,
        targeting: [
          ['site.domain', ['a.example', 'b.example']],
          ['imp.instl', [1]],
          ['imp.secure', [true, 0.5]],
        ],
        startsAtMs: Date.UTC(2026, 0, 31),
        endsAtMs: Date.UTC(2026, 0, 31, 23, 0, 0, 500),
      },
      { ...good, targeting: [], startsAtMs: 0, endsAtMs: Number.MAX_SAFE_INTEGER },
    ],
  });
});

t.test('every fault is reported, and the list is refused', async (t) => {
  const cases: [unknown, string[]][] = [
    ['no json', ['is not a JSON list: it must be a list of line items']],
    [{}, ['is not a JSON list: it must be a list of line items']],
    [[{ ...good, id: '' }], ['has an entry [0] without id: give it as a text']],
    [
      [good, { id: 7 }],
      [
        'has an entry [1] without id: give it as a text',
        'has an entry [1] without bidder: give it as a text',
        'has an entry [1] without dealid: give it as a text',
      ],
    ],
    [
      [null],
      [
        'has an entry [0] that is not an object: give id, bidder and dealid',
        'has an entry [0] without id: give it as a text',
        'has an entry [0] without bidder: give it as a text',
        'has an entry [0] without dealid: give it as a text',
      ],
    ],
    [
      [{ ...good, deal: 1 }],
      ['has an entry [0] with the unknown field "deal": use id, bidder, dealid, targeting, startsAt, endsAt'],
    ],
    [
      [{ ...good, startsAt: '2026-01-31' }],
      ['has an entry [0] whose startsAt is not a time with a time zone: write it like 2026-01-31T00:00:00Z'],
    ],
    [
      [{ ...good, endsAt: '2026-13-31T00:00:00Z' }],
      ['has an entry [0] whose endsAt is not a time with a time zone: write it like 2026-01-31T00:00:00Z'],
    ],
    [
      [{ ...good, startsAt: '2026-01-31T00:00:00Z', endsAt: '2026-01-31T00:00:00Z' }],
      ['has an entry [0] whose endsAt is not after its startsAt: correct one of them'],
    ],
    [
      [{ ...good, targeting: ['site.domain'] }],
      ['has an entry [0] whose targeting is not an object of paths: write it like {"site.domain": ["news.example"]}'],
    ],
    [
      [{ ...good, targeting: { 'site.domain': [{}] } }],
      ['has an entry [0] whose targeting of "site.domain" is not a list of texts, numbers, true or false'],
    ],
  ];
  for (const [json, faults] of cases) {
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    t.strictSame(readLineItems(text), { items: [], faults }, text);
  }
});

t.test('at most 20 faults of a list are reported', async (t) => {
  t.equal(readLineItems(JSON.stringify(Array.from({ length: 5000 }, () => 7))).faults.length, 20);
});

t.test('a list of nothing but faults is read no further than to the twentieth', async (t) => {
  let read = 0;
  const entry = {
    get id() {
      return void (read += 1);
    },
  };
  t.intercept(JSON, 'parse', { value: () => Array.from({ length: 100_000 }, () => entry) });
  const { items, faults } = readLineItems('[]');
  t.strictSame(items, []);
  t.equal(faults.length, 20);
  t.ok(read <= 20, `${read} entries read`);
});
