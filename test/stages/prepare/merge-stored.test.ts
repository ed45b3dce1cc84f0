/** Merging the live request with its stored request and stored imps (decisions, 'Stored merges'). */
import t from 'tap';
import { processorMs } from '../../support/processor-time.ts';
import { wholeLists } from '../../support/whole-lists.ts';
import { mergeStored } from '../../../src/stages/prepare/merge-stored.ts';

const ref = (id: unknown) => ({ ext: { svc: { storedrequest: { id } } } });
const stored = (requests: object, imps: object, maxImps = 10) => ({
  requests: new Map(Object.entries(requests)),
  imps: new Map(Object.entries(imps)),
  maxImps,
});

t.test('the live body takes precedence, null removes, and arrays replace', async (t) => {
  const live = { ...ref('r'), a: { x: 1 }, b: null, list: [1] };
  const { request, faults } = mergeStored(
    live,
    stored({ r: { a: { x: 0, y: 2 }, b: 1, c: 3, list: [9, 9] } }, {}),
    'svc',
  );
  t.strictSame(request, { ...ref('r'), a: { x: 1, y: 2 }, c: 3, list: [1] });
  t.strictSame(faults, []);
});

t.test('a live value in a 2.5 place replaces a stored one in the 2.6 place', async (t) => {
  const [old, newer] = [{ nodes: ['live'] }, { nodes: ['stored'] }];
  const base = {
    regs: { gdpr: 0, us_privacy: '1YYN', coppa: 1 },
    user: { consent: 'stored', eids: [1], id: 'u' },
    source: { schain: newer, ext: { schain: newer, x: 1 }, fd: 1 },
  };
  const merged = (live: object): unknown => {
    const { request } = mergeStored({ ...live, ...ref('r') }, stored({ r: base }, {}), 'svc');
    const { ext: _, ...rest } = request as { ext: unknown };
    return rest;
  };
  const live = { regs: { ext: { gdpr: 1 } }, user: { ext: { consent: 'live', eids: null } } };
  t.strictSame(merged({ ...live, source: { ext: { schain: old } } }), {
    regs: { us_privacy: '1YYN', coppa: 1, ext: { gdpr: 1 } },
    user: { id: 'u', ext: { consent: 'live' } },
    source: { fd: 1, ext: { schain: old, x: 1 } },
  });
  t.strictSame(merged({ regs: { gdpr: 1, ext: { gdpr: 0 } } }), {
    ...base,
    regs: { ...base.regs, gdpr: 1, ext: { gdpr: 0 } },
  });
  t.strictSame(merged({ regs: 5, user: null, source: { ext: 'x' } }), {
    regs: 5,
    source: { ...base.source, ext: 'x' },
  });
  const outer = mergeStored({ ext: { ...ref('r').ext, schain: old } }, stored({ r: base }, {}), 'svc').request;
  t.strictSame((outer as typeof base).source, { ext: { x: 1 }, fd: 1 }, 'a live ext.schain');
  const imps = stored({}, { s: { rwdd: 0, tagid: 't' } });
  const flagged = { ext: { svc: { ...ref('s').ext.svc, is_rewarded_inventory: 1 } } };
  const [imp, both] = (
    mergeStored({ imp: [flagged, { ...flagged, rwdd: 1 }] }, imps, 'svc').request as { imp: unknown[] }
  ).imp;
  t.strictSame(imp, { ...flagged, tagid: 't' });
  t.strictSame(both, { ...flagged, tagid: 't', rwdd: 1 });
});

t.test('a live value or null in a 2.6 place removes a stored one in the 2.5 place', async (t) => {
  const base = {
    regs: { ext: { gdpr: 0, us_privacy: '1YNN', gpp: 'DBABTA~1YNN', gpp_sid: [6], gpc: '1' }, coppa: 1 },
    user: { ext: { consent: 'stored', eids: [1], data: {} }, id: 'u' },
    source: { ext: { schain: { nodes: ['stored'] } }, fd: 1 },
    app: { ext: { svc: { source: 'stored', version: '1' }, source: 'kept' } },
    ext: { schain: {}, svc: { nosale: ['bidderA'], debug: true } },
  };
  const { svc } = ref('r').ext;
  const live = {
    regs: { gdpr: 1, us_privacy: '', gpp: null, gpp_sid: [2] },
    user: { consent: '', eids: null },
    source: { schain: null },
    app: { ext: { version: '2' } },
    ext: { svc: { ...svc, 'no-sale': [] } },
  };
  t.strictSame(mergeStored(live, stored({ r: base }, {}), 'svc').request, {
    regs: { gdpr: 1, us_privacy: '', gpp_sid: [2], coppa: 1, ext: { gpc: '1' } },
    user: { id: 'u', consent: '', ext: { data: {} } },
    source: { fd: 1 },
    app: { ext: { svc: { source: 'stored' }, source: 'kept', version: '2' } },
    ext: { svc: { ...svc, 'no-sale': [], debug: true } },
  });
  const older = { ...ref('r'), regs: { ext: { gpp: 'live', gpp_sid: [7] } } };
  const { regs } = mergeStored(older, stored({ r: { regs: { gpp: 'stored', gpp_sid: [6] } } }, {}), 'svc')
    .request as typeof older;
  t.strictSame(regs, older.regs);
  const imp = { rwdd: 0, ...ref('s') };
  const { request } = mergeStored(
    { imp: [imp] },
    stored({}, { s: { ext: { svc: { is_rewarded_inventory: 1 } } } }),
    'svc',
  );
  t.strictSame(request, { imp: [imp] });
});

t.test(
  "additional consent of a live request, as a text or as numbers, replaces a stored one's in the other form",
  async (t) => {
    const text = { user: { ext: { ConsentedProvidersSettings: { consented_providers: '1~2' } } } };
    const listed = { user: { ext: { consented_providers_settings: { consented_providers: [9] } } } };
    for (const [live, base] of [
      [text, listed],
      [listed, text],
    ])
      t.strictSame(mergeStored({ ...ref('r'), ...live }, stored({ r: base }, {}), 'svc').request, {
        ...ref('r'),
        ...live,
      });
  },
);

/** The merged `ext` of a live imp that names a stored one, without that reference. */
function extOf(ext: object, storedExt: object): unknown {
  const { svc = {}, ...rest } = ext as { svc?: object };
  const imp = { ext: { ...rest, svc: { ...ref('s').ext.svc, ...svc } } };
  const { request } = mergeStored({ imp: [imp] }, stored({}, { s: { ext: storedExt } }), 'svc');
  const [{ ext: left }] = (request as { imp: [{ ext: { svc: { storedrequest?: object } } }] }).imp;
  delete left.svc.storedrequest;
  return left;
}

t.test('params of a live imp take precedence over stored ones in either place', async (t) => {
  const both = { svc: { bidder: { a: { x: 'live', y: 'stored' } } } };
  const [live, kept] = [{ x: 'live' }, { x: 'stored', y: 'stored' }];
  t.strictSame(extOf({ a: live }, { svc: { bidder: { a: kept } } }), both);
  t.strictSame(extOf({ svc: { bidder: { a: live } } }, { a: kept }), both);
  t.strictSame(extOf({ a: live }, { a: kept }), { a: both.svc.bidder.a, svc: {} });
  t.strictSame(extOf({ a: null, b: live }, { svc: { bidder: { a: kept, c: kept } } }), {
    b: live,
    svc: { bidder: { c: kept } },
  });
  t.strictSame(extOf({ svc: { bidder: { a: null, b: null } } }, { a: kept, b: kept, svc: { bidder: { b: kept } } }), {
    svc: { bidder: {} },
  });
  t.strictSame(extOf({ a: live, svc: { bidder: null } }, { svc: { bidder: { a: kept } } }), { a: live, svc: {} });
  for (const svc of [5, { bidder: 5 }]) {
    t.strictSame(extOf({ svc: { bidder: { a: live } } }, { a: kept, svc }), { a: kept, svc: { bidder: { a: live } } });
  }
  const data = { data: live, svc: { bidder: { data: kept, svc: kept } } };
  t.strictSame(extOf({ data: live }, { svc: data.svc }), data, 'data is no name of a bidder');
});

t.test('100,000 bidders with params in both places are merged in less than 4 seconds', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`b${at}`, 1]));
  const tookMs = processorMs(() => extOf(many, { svc: { bidder: many } }));
  t.ok(tookMs < 4000, `${tookMs} ms`);
});

t.test('imps of a stored request and live ones may name stored imps', async (t) => {
  const texts = stored({ r: { imp: [{ id: 'i', ...ref('s') }] } }, { s: { tagid: 't' } });
  t.match(mergeStored(ref('r'), texts, 'svc').request, wholeLists({ imp: [{ id: 'i', tagid: 't' }] }));
  t.match(
    mergeStored({ imp: [{ id: 'j', ...ref('s') }, 5] }, texts, 'svc').request,
    wholeLists({
      imp: [{ id: 'j', tagid: 't' }, 5],
    }),
  );
});

t.test('imps over the limit are dropped before their stored imps are needed', async (t) => {
  const imp = Array.from({ length: 4 }, (_, at) => ({ id: `i${at}`, ...ref(`s${at}`) }));
  const { request, faults, warnings } = mergeStored({ imp }, stored({}, { s0: {}, s1: {} }, 2), 'svc');
  t.equal((request as { imp: unknown[] }).imp.length, 2);
  t.strictSame(faults, []);
  t.match(warnings, wholeLists(['the request has 4 imps: only the first 2 take part']));
});

t.test('every missing or invalid stored object is a fault', async (t) => {
  const objects = stored({}, { broken: undefined });
  const { faults } = mergeStored({ imp: ['gone', 'broken'].map(ref) }, objects, 'svc');
  t.match(faults, wholeLists([/ID="gone" not found/, /ID="broken" is not a JSON object/]));
  t.match(
    mergeStored(ref('x'.repeat(500)), objects, 'svc').faults,
    wholeLists([/^Stored Request with ID="x{200}" not found/]),
  );
});

t.test('a storedrequest without an id has a warning', async (t) => {
  const nameless = { ext: { svc: { storedrequest: { ID: 'r' } } } };
  const idNull = { ext: { svc: { storedrequest: { id: null } } } };
  for (const part of [nameless, idNull, ref('')]) {
    const { faults, warnings } = mergeStored({ ...part, imp: [{}, part] }, stored({}, {}), 'svc');
    t.strictSame(faults, []);
    t.strictSame(warnings, [
      'ext.svc.storedrequest has no id, so nothing is merged: add the id of the stored object',
      'imp[1].ext.svc.storedrequest has no id, so nothing is merged: add the id of the stored object',
    ]);
  }
});

t.test('a request of any type is searched for stored ids without an exception', async (t) => {
  for (const part of [null, 5, 'text', [], {}, { ext: null }, { ext: { svc: [] } }, ref(5), { ext: 'svc' }]) {
    t.strictSame(
      mergeStored(part, stored({}, {}), 'svc'),
      { request: part, faults: [], warnings: [] },
      JSON.stringify(part),
    );
  }
  t.equal(mergeStored(ref('s'), stored({}, {}), 'svc').faults.length, 1);
  t.strictSame(mergeStored(ref('s'), stored({}, {}), 'constructor').faults, []);
});

function members(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
}

/** The result for `count` imps with `own` members that all name one stored imp. */
function manyMerged(count: number, text: object, own: object = {}) {
  const imp = Array.from({ length: count }, () => ({ ...ref('s'), ...own }));
  return mergeStored({ imp }, stored({}, { s: text }, 1000), 'svc');
}

/** Its faults. */
const faultsOf = (...asked: Parameters<typeof manyMerged>) => manyMerged(...asked).faults;

t.test('imps may copy at most 50,000 members of large stored objects', async (t) => {
  const fault = /^the imps change large stored objects: keep these at 100 members, or send fewer imps$/;
  t.strictSame(faultsOf(50, members(1000)), []);
  const { request } = manyMerged(50, members(1000));
  t.match((request as { imp: object[] }).imp.at(-1), { k999: 999 }, 'up to the last');
  t.match(faultsOf(51, members(1000)), wholeLists([fault]));
  t.strictSame(faultsOf(1000, members(100)), [], 'small objects');
  t.strictSame(faultsOf(1000, { video: { ext: members(1000) } }), [], 'objects that are not copied');
  t.match(faultsOf(51, { video: { ext: members(1000) } }, { video: { ext: { own: 1 } } }), wholeLists([fault]));
});
