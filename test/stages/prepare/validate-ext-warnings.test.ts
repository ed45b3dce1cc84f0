/** Warnings about ignored or doubtful members of the service's own `ext` (spec 4.1; decisions, 'Wrong fields'). */
import t from 'tap';
import { granularity, ofRequest, validate } from './both-validations.ts';

const schain = { complete: 1, nodes: [] };

const warningsOf = (svc: object): string[] => validate(ofRequest(svc)).warnings.map(({ message }) => message);

const unknownAt = (path: string): string => `${path} names "x", which is not a bidder here: ignored`;

t.test('a storedauctionresponse without effect has a warning, because bidders are called', async (t) => {
  t.match(warningsOf({ storedauctionresponse: { id: 'sar' } }), [
    /^ext\.svc\.storedauctionresponse has no effect, so bidders/,
  ]);
  const stored = { id: 'i1', ext: { svc: { storedauctionresponse: { id: 'sar' } } } };
  for (const [imp, count] of [
    [[stored], 0],
    [[stored, { id: 'i2' }], 1],
  ] as const) {
    const request = { imp: [...imp], ...ofRequest({ storedauctionresponse: { id: 'sar' } }) };
    t.equal(validate(request).warnings.length, count, 'no warning if every imp has a stored response');
  }
  const empty = 'ext.svc.storedauctionresponse has neither id nor seatbidarr, so bidders are called as usual: give one';
  t.strictSame(warningsOf({ storedauctionresponse: {} }), [empty]);
  t.strictSame(warningsOf({ storedauctionresponse: null }), []);
});

t.test('an unknown bidder name in any member is ignored with a warning', async (t) => {
  const cases: [object, string][] = [
    [{ schains: [{ bidders: ['x', 'bidderA'], schain }] }, unknownAt('ext.svc.schains[0]')],
    [{ schains: [{ bidders: [null, 'x', null], schain }] }, unknownAt('ext.svc.schains[0]')],
    [{ bidadjustmentfactors: { x: 1, bidderA: 1 } }, unknownAt('ext.svc.bidadjustmentfactors')],
    [
      { bidadjustmentfactors: { mediatypes: { audio: { x: 1 } } } },
      unknownAt('ext.svc.bidadjustmentfactors.mediatypes.audio'),
    ],
    [
      { bidadjustmentfactors: { mediatypes: { popup: {} } } },
      'ext.svc.bidadjustmentfactors.mediatypes.popup is not a media type that factors support: ignored',
    ],
    [
      { targeting: { mediatypepricegranularity: { popup: 'low' } } },
      'ext.svc.targeting.mediatypepricegranularity.popup is not a media type: ignored',
    ],
    [{ aliasgvlids: { other: 5 } }, 'ext.svc.aliasgvlids.other is not an alias of this request: ignored'],
    [{ data: { bidders: ['x'] } }, unknownAt('ext.svc.data.bidders')],
    [{ bidderparams: { x: {} } }, unknownAt('ext.svc.bidderparams')],
    [{ bidderconfig: [{ bidders: ['x'] }] }, unknownAt('ext.svc.bidderconfig')],
    [
      { biddercontrols: { x: { prefmtype: 'video' }, BIDDERA: { prefmtype: 'audio' } } },
      unknownAt('ext.svc.biddercontrols'),
    ],
    [
      { biddercontrols: { bidderA: { prefmtype: 'popup' } } },
      'ext.svc.biddercontrols.bidderA.prefmtype is not a media type: ignored, use one of banner, video, audio, native',
    ],
    [
      { floors: { enforcement: { noFloorSignalBidders: ['*', 'BIDDERA', 'x'] } } },
      unknownAt('ext.svc.floors.enforcement.noFloorSignalBidders'),
    ],
    [
      { floors: { data: { noFloorSignalBidders: ['x'], modelGroups: [{}] } } },
      unknownAt('ext.svc.floors.data.noFloorSignalBidders'),
    ],
    [
      { floors: { data: { modelGroups: [{}, { noFloorSignalBidders: ['x'] }] } } },
      unknownAt('ext.svc.floors.data.modelGroups[1].noFloorSignalBidders'),
    ],
    [{ multibid: [{ bidder: 'x' }] }, unknownAt('ext.svc.multibid')],
    [{ multibid: [{ bidders: ['bidderA', 'x'] }] }, unknownAt('ext.svc.multibid')],
    [{ 'no-sale': ['x'] }, unknownAt('ext.svc.no-sale')],
    [{ nosale: ['x'] }, unknownAt('ext.svc.nosale')],
  ];
  for (const [svc, message] of cases) {
    t.strictSame(validate(ofRequest(svc)), { faults: [], warnings: [{ code: 10_000, message }] });
  }
  const user = validate({ user: { ext: { svc: { buyeruids: { x: '1' } } } } });
  t.strictSame(user, { faults: [], warnings: [{ code: 10_000, message: unknownAt('user.ext.svc.buyeruids') }] });
});

t.test('a granularity without ranges, or with a min that is not read, has a warning', async (t) => {
  const path = 'ext.svc.targeting.pricegranularity';
  const none = `${path} has no ranges: med is used, give ranges of max and increment`;
  t.strictSame(warningsOf(granularity({ precision: 3 })), [none]);
  t.strictSame(warningsOf(granularity({ ranges: [] })), [none]);
  t.strictSame(warningsOf({ targeting: { mediatypepricegranularity: { video: { buckets: [] } } } }), [
    none.replace(path, 'ext.svc.targeting.mediatypepricegranularity.video'),
  ]);
  const ranges = [
    { min: 0, max: 5, increment: 0.1 },
    { min: 3, max: 20, increment: 1 },
    { min: 20, max: 30, increment: 2 },
  ];
  t.strictSame(warningsOf(granularity({ ranges })), [
    `${path}.ranges[1].min is ignored: the range starts at 5, where the previous one ends`,
  ]);
});

t.test('a cache without effect has one warning', async (t) => {
  const empty = 'ext.svc.cache has neither bids nor vastxml: nothing is cached, give one';
  t.strictSame(warningsOf({ cache: {} }), [empty]);
  t.strictSame(warningsOf({ cache: { vastXML: {} }, targeting: {} }), [empty]);
  t.strictSame(warningsOf({ cache: { bids: {} } }), [
    'ext.svc.cache has no effect without ext.svc.targeting: add targeting',
  ]);
});
