/** How many members the changes for single bidders may copy (spec 4.1.10). */
import t from 'tap';
import { boundMerges } from '../../../src/stages/prepare/bound-merges.ts';
import { createTestHops, prepareMessage } from '../../support/hops.ts';
import { wholeLists } from '../../support/whole-lists.ts';

function members(count: number): { [name: string]: number } {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
}

const fault = /^ext\.svc\.bidderconfig and imp\[\]\.ext\.svc\.imp change large objects for many bidders: keep/;

/** An entry that changes `part` of the request for one bidder. */
function change(part: object): object {
  return { bidders: ['a'], config: { ortb2: part } };
}

function entries(count: number, part: object): object[] {
  return Array.from({ length: count }, () => change(part));
}

/** The faults of a request with these site data. */
function faultsOf(data: { [name: string]: unknown }, bidderconfig: object, imp: object[] = []): string[] {
  return boundMerges({ site: { ext: { data } }, imp, ext: { svc: { bidderconfig } } }, 'svc');
}

/** A request whose imps have this patch for one bidder. */
function bringing(count: number, ext: object): { imp: object[] } {
  return { imp: Array.from({ length: count }, () => ({ ext: { svc: { imp: { a: { video: { ext } } } } } })) };
}

t.test('all entries and patches together copy at most 50,000 members of large objects', async (t) => {
  const inner = { site: { ext: { data: { own: 1 } } } };
  t.strictSame(faultsOf(members(1000), entries(50, inner)), []);
  t.match(faultsOf(members(1000), entries(51, inner)), wholeLists([fault]));
  t.match(faultsOf(members(50_001), change(inner)), wholeLists([fault]), 'a single entry');
  t.strictSame(faultsOf(members(100), entries(5000, inner)), [], 'small objects');
  t.strictSame(
    faultsOf(members(50_001), entries(100, { site: { ext: { other: 1 } } })),
    [],
    'objects that are not copied',
  );
  const patches = Object.fromEntries(['a', 'b'].map((name) => [name, { video: { ext: { own: 1 } } }]));
  const imp = { video: { ext: members(500) }, ext: { svc: { imp: patches } } };
  t.strictSame(faultsOf(members(1000), entries(49, inner), [imp]), []);
  t.match(faultsOf(members(1000), entries(49, inner), [imp, imp]), wholeLists([fault]));
  const many = Array.from({ length: 51 }, () => imp);
  t.strictSame(boundMerges({ imp: many.slice(1) }, 'svc'), []);
  t.match(boundMerges({ imp: many }, 'svc'), wholeLists([fault]), 'imps alone');
  t.match(boundMerges({ imp: [{}, ...many] }, 'svc'), wholeLists([fault]), 'beside an imp without a patch');
});

t.test('large objects in patches of imps count as well', async (t) => {
  t.strictSame(boundMerges(bringing(50, members(1000)), 'svc'), []);
  t.match(boundMerges(bringing(51, members(1000)), 'svc'), wholeLists([fault]));
  t.strictSame(boundMerges(bringing(1000, members(100)), 'svc'), [], 'small objects');
});

t.test('a request that would copy more is refused with 400', async (t) => {
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
});
