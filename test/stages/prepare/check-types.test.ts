/** Checks that every field defined by OpenRTB or the service has its JSON type (decisions, 'Wrong fields'; spec 2.2). */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { checkTypes } from '../../../src/stages/prepare/check-types.ts';

const large = readFileSync(new URL('../../openrtb/large-request.json', import.meta.url), 'utf8');

t.test('a request with the right types is returned itself', async (t) => {
  const request: unknown = JSON.parse(large, (_, value: unknown) => Object.freeze(value));
  const typed = checkTypes(request, 'svc');
  t.equal(typed.request, request);
  t.strictSame([typed.faults, typed.warnings], [[], []]);
});

t.test('ext of the service is checked at every level, under the configured namespace', async (t) => {
  const cases: [object, string][] = [
    [{ ext: { svc: 'x' } }, 'ext.svc must be an object, not a string'],
    [{ ext: { svc: { debug: 1 } } }, 'ext.svc.debug must be a boolean, not a number'],
    [{ ext: { svc: { aliases: { a: 1 } } } }, 'ext.svc.aliases.a must be a string, not a number'],
    [{ ext: { svc: { aliasgvlids: { a: '1' } } } }, 'ext.svc.aliasgvlids.a must be an integer, not a string'],
    [{ ext: { svc: { bidderparams: { a: 1 } } } }, 'ext.svc.bidderparams.a must be an object, not a number'],
    [
      { ext: { svc: { bidadjustmentfactors: { a: 'x' } } } },
      'ext.svc.bidadjustmentfactors.a must be a number, not a string',
    ],
    [
      { ext: { svc: { bidadjustmentfactors: { mediatypes: { video: { a: true } } } } } },
      'ext.svc.bidadjustmentfactors.mediatypes.video.a must be a number, not a boolean',
    ],
    [
      { ext: { svc: { targeting: { includewinners: 'yes' } } } },
      'ext.svc.targeting.includewinners must be a boolean, not a string',
    ],
    [{ ext: { svc: { cache: { bids: true } } } }, 'ext.svc.cache.bids must be an object, not a boolean'],
    [
      { ext: { svc: { currency: { rates: { USD: { EUR: '1' } } } } } },
      'ext.svc.currency.rates.USD.EUR must be a number, not a string',
    ],
    [{ ext: { svc: { schains: [{ bidders: 'a' }] } } }, 'ext.svc.schains[0].bidders must be an array, not a string'],
    [
      { ext: { svc: { schains: [{ bidders: [null, 1] }] } } },
      'ext.svc.schains[0].bidders[1] must be a string or null, not a number',
    ],
    [{ ext: { svc: { data: { bidders: [1] } } } }, 'ext.svc.data.bidders[0] must be a string, not a number'],
    [{ ext: { svc: { 'no-sale': '*' } } }, 'ext.svc.no-sale must be an array, not a string'],
    // Of these lists a bad entry is forgiven, another type in place of the list is not.
    [{ ext: { svc: { multibid: { maxbids: 2 } } } }, 'ext.svc.multibid must be an array, not an object'],
    [{ ext: { svc: { adservertargeting: 'x' } } }, 'ext.svc.adservertargeting must be an array, not a string'],
    [{ ext: { svc: { data: { eidpermissions: {} } } } }, 'ext.svc.data.eidpermissions must be an array, not an object'],
    [{ ext: { svc: { channel: { name: 1 } } } }, 'ext.svc.channel.name must be a string, not a number'],
    [{ ext: { svc: { auctiontimestamp: '1' } } }, 'ext.svc.auctiontimestamp must be an integer, not a string'],
    [{ ext: { svc: { bidderconfig: 'x' } } }, 'ext.svc.bidderconfig must be an array or an object, not a string'],
    [
      { ext: { svc: { bidderconfig: [{ bidders: [], config: { ortb2: { site: { page: 5 } } } }] } } },
      'ext.svc.bidderconfig[0].config.ortb2.site.page must be a string, not a number',
    ],
    [{ user: { ext: { svc: { buyeruids: { a: 1 } } } } }, 'user.ext.svc.buyeruids.a must be a string, not a number'],
    [
      { device: { ext: { svc: { interstitial: { minwidthperc: '50' } } } } },
      'device.ext.svc.interstitial.minwidthperc must be a number, not a string',
    ],
    [{ app: { ext: { svc: { source: 1 } } } }, 'app.ext.svc.source must be a string, not a number'],
    [
      { site: { publisher: { ext: { svc: { parentAccount: 1 } } } } },
      'site.publisher.ext.svc.parentAccount must be a string, not a number',
    ],
    [{ dooh: { publisher: { ext: { svc: 1 } } } }, 'dooh.publisher.ext.svc must be an object, not a number'],
    [
      { imp: [{}, { ext: { svc: { storedrequest: { id: 1 } } } }] },
      'imp[1].ext.svc.storedrequest.id must be a string, not a number',
    ],
    [{ imp: [{ ext: { svc: { bidder: [] } } }] }, 'imp[0].ext.svc.bidder must be an object, not an array'],
    [
      { imp: [{ ext: { svc: { bidder: { a: { dealsonly: 1 } } } } }] },
      'imp[0].ext.svc.bidder.a.dealsonly must be a boolean, not a number',
    ],
    [
      { imp: [{ ext: { svc: { storedbidresponse: [{ bidder: 1 }] } } }] },
      'imp[0].ext.svc.storedbidresponse[0].bidder must be a string, not a number',
    ],
  ];
  for (const [request, fault] of cases) {
    t.strictSame(checkTypes(request, 'svc').faults, [fault]);
    const renamed: unknown = JSON.parse(JSON.stringify(request).replaceAll('"svc"', '"prebid"'));
    t.strictSame(checkTypes(renamed, 'prebid').faults, [fault.replace('.svc', '.prebid')]);
    t.strictSame(checkTypes(renamed, 'svc').faults, [], 'another namespace is not checked');
  }
});

t.test("bidders' params are not checked", async (t) => {
  const bidder = { a: 5, b: [], c: { dealsonly: true, other: null }, d: 'x' };
  const request = { imp: [{ ext: { svc: { bidder } } }] };
  t.strictSame(checkTypes(request, 'svc'), { request, faults: [], warnings: [] });
});

t.test(
  'a member of an eidpermissions rule with a wrong type is dropped with a warning, the rule is kept',
  async (t) => {
    const rule = { source: 'a.example', bidders: ['a'] };
    const eidpermissions = [{ ...rule, mm: '3', matcher: 7, inserter: 'b.example' }];
    const { request, faults, warnings } = checkTypes({ ext: { svc: { data: { eidpermissions } } } }, 'svc');
    t.strictSame(request, { ext: { svc: { data: { eidpermissions: [{ ...rule, inserter: 'b.example' }] } } } });
    t.strictSame(faults, []);
    t.strictSame(
      warnings.map(({ code, message }) => `${code} ${message}`),
      [
        '10013 ext.svc.data.eidpermissions[0].mm must be an integer, not a string: ignored',
        '10013 ext.svc.data.eidpermissions[0].matcher must be a string, not a number: ignored',
      ],
    );
  },
);

t.test('null counts as absent in known fields, unknown ones keep it, and the input is not changed', async (t) => {
  const given = {
    id: 'r',
    tmax: null,
    other: null,
    imp: [{ id: 'a', banner: null, ext: { svc: null, x: null } }, { id: 'b' }],
    user: { ext: { svc: { buyeruids: null, y: null } } },
    app: { publisher: { ext: { svc: null } } },
    ext: { svc: { cache: { bids: null, vastxml: {} }, bidderconfig: null, unknown: null } },
  };
  const before = structuredClone(given);
  const { request, faults, warnings } = checkTypes(given, 'svc');
  t.strictSame(request, {
    id: 'r',
    other: null,
    imp: [{ id: 'a', ext: { x: null } }, { id: 'b' }],
    user: { ext: { svc: { y: null } } },
    app: { publisher: { ext: {} } },
    ext: { svc: { cache: { vastxml: {} }, unknown: null } },
  } as object);
  t.equal(request.imp?.[1], given.imp[1]);
  t.strictSame([faults, warnings], [[], []]);
  t.strictSame(given, before);
});

t.test('an eid with a member of a wrong type is dropped with a warning that names it', async (t) => {
  const eid = { inserter: 1, matcher: 1, mm: '1', source: 1, uids: {}, id: 1, ext: 'x' };
  const uid = { id: 1, atype: '1', ext: 'x' };
  const wrong = [
    ...Object.entries(eid).map(([name, value]) => [name, { [name]: value }] as const),
    ...Object.entries(uid).map(([name, value]) => [`uids[0].${name}`, { uids: [{ [name]: value }] }] as const),
  ];
  for (const [name, one] of wrong) {
    const { request, warnings } = checkTypes({ user: { eids: [one] } }, 'svc');
    t.strictSame(request, { user: { eids: [] } } as object);
    t.match(warnings, [{ code: 10013, message: `user.eids[0].${name} must be` }]);
  }
});

t.test('a wrong entry or privacy field is dropped with a warning', async (t) => {
  const { request, faults, warnings } = checkTypes(
    {
      user: { eids: [{ source: 's' }, 'x'], ext: { eids: [{ source: 5 }] } },
      regs: { us_privacy: 1, gpp: {}, gpp_sid: [2, '7'], ext: { us_privacy: [], gpp: 5, gpc: {} } },
      ext: {
        svc: { multibid: [{ maxbids: '2' }], adservertargeting: [5], data: { eidpermissions: [{ bidders: 'a' }] } },
      },
    },
    'svc',
  );
  t.strictSame(faults, []);
  t.strictSame(request, {
    user: { eids: [{ source: 's' }], ext: { eids: [] } },
    regs: { gpp_sid: [2], ext: {} },
    ext: { svc: { multibid: [], adservertargeting: [], data: { eidpermissions: [] } } },
  } as object);
  t.strictSame(
    warnings.map(({ code, message }) => `${code} ${message}`),
    [
      '10013 user.eids[1] must be an object, not a string: ignored',
      '10013 user.ext.eids[0].source must be a string, not a number: ignored',
      '10001 regs.us_privacy must be a string, not a number: ignored',
      '10001 regs.gpp must be a string, not an object: ignored',
      '10001 regs.gpp_sid[1] must be an integer, not a string: ignored',
      '10001 regs.ext.us_privacy must be a string, not an array: ignored',
      '10001 regs.ext.gpp must be a string, not a number: ignored',
      '10001 regs.ext.gpc must be a string or a number, not an object: ignored',
      '10006 ext.svc.multibid[0].maxbids must be an integer, not a string: ignored',
      '10007 ext.svc.adservertargeting[0] must be an object, not a number: ignored',
      '10013 ext.svc.data.eidpermissions[0].bidders must be an array, not a string: ignored',
    ],
  );
});

t.test('eids that are no list are a fault', async (t) => {
  const { faults, warnings } = checkTypes({ user: { eids: {}, ext: { eids: 'x' } } }, 'svc');
  t.strictSame(faults, ['user.eids must be an array, not an object', 'user.ext.eids must be an array, not a string']);
  t.strictSame(warnings, []);
});

t.test('after 20 faults the rest is counted', async (t) => {
  const { faults } = checkTypes({ imp: Array.from({ length: 50_000 }, () => 5) }, 'svc');
  t.equal(faults.length, 21);
  t.equal(faults.at(-1), '… and 49980 more');
});
