/** How much of a request its changes for single bidders may copy (spec 4.1.10). */
import t from 'tap';
import { boundMerges } from '../../../src/stages/prepare/bound-merges.ts';
import { createTestHops, prepareMessage } from '../../support/hops.ts';
import { wholeLists } from '../../support/whole-lists.ts';

function members(count: number): { [name: string]: number } {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
}

const fault =
  /^ext\.svc\.bidderconfig and imp\[\]\.ext\.svc\.imp change objects of many members for many bidders: keep/;

/** An entry that changes `part` of the request for one bidder. */
function change(part: object): object {
  return { bidders: ['a'], config: { ortb2: part } };
}

function entries(count: number, part: object): object[] {
  return Array.from({ length: count }, () => change(part));
}

/** The faults of a request with these data of its site. */
function told(data: { [name: string]: unknown }, bidderconfig: object, imp: object[] = []): string[] {
  return boundMerges({ site: { ext: { data } }, imp, ext: { svc: { bidderconfig } } }, 'svc');
}

/** A request whose imps bring this for one bidder. */
function bringing(count: number, ext: object): { imp: object[] } {
  return { imp: Array.from({ length: count }, () => ({ ext: { svc: { imp: { a: { video: { ext } } } } } })) };
}

t.test('what is copied of large objects has 50,000 members, in all entries and patches together', (t) => {
  const inner = { site: { ext: { data: { own: 1 } } } };
  t.strictSame(told(members(1000), entries(50, inner)), []);
  t.match(told(members(1000), entries(51, inner)), wholeLists([fault]));
  t.match(told(members(50_001), change(inner)), wholeLists([fault]), 'a single entry');
  t.strictSame(told(members(100), entries(5000, inner)), [], 'small objects');
  t.strictSame(
    told(members(50_001), entries(100, { site: { ext: { other: 1 } } })),
    [],
    'objects that no copy is made of',
  );
  const patches = Object.fromEntries(['a', 'b'].map((name) => [name, { video: { ext: { own: 1 } } }]));
  const imp = { video: { ext: members(500) }, ext: { svc: { imp: patches } } };
  t.strictSame(told(members(1000), entries(49, inner), [imp]), []);
  t.match(told(members(1000), entries(49, inner), [imp, imp]), wholeLists([fault]));
  const many = Array.from({ length: 51 }, () => imp);
  t.strictSame(boundMerges({ imp: many.slice(1) }, 'svc'), []);
  t.match(boundMerges({ imp: many }, 'svc'), wholeLists([fault]), 'imps alone');
  t.match(boundMerges({ imp: [{}, ...many] }, 'svc'), wholeLists([fault]), 'beside one that brings nothing');
  t.end();
});

t.test('so has what is copied of the large objects that imps bring for single bidders', (t) => {
  t.strictSame(boundMerges(bringing(50, members(1000)), 'svc'), []);
  t.match(boundMerges(bringing(51, members(1000)), 'svc'), wholeLists([fault]));
  t.strictSame(boundMerges(bringing(1000, members(100)), 'svc'), [], 'small objects');
  t.end();
});

t.test('a request that would copy more is refused', (t) => {
  const bidder = { bidderA: {}, bidderB: {} };
  const hops = createTestHops({
    bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' }, bidderB: { endpoint: 'http://127.0.0.1:1/b' } },
  });
  const imp = [{ id: 'i', banner: { w: 1, h: 1 }, ext: { svc: { bidder } } }];
  const config = { ortb2: { site: { ext: { data: { own: 1 } } } } };
  const bidderconfig = Object.keys(bidder).map((name) => ({ bidders: [name], config }));
  const request = { id: 'r', imp, ext: { svc: { bidderconfig } } };
  const asked = (count: number) =>
    hops.prepare(prepareMessage({ ...request, site: { page: 'https://a.example/', ext: { data: members(count) } } }));
  t.ok(asked(25_000).ok);
  t.match(asked(25_001), wholeLists({ ok: false, status: 400, faults: [fault] }));
  t.end();
});
