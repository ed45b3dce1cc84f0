/** The floor rules of an auction, and whether they are enforced (Prebid Server, 'Floor Signaling'; 'Floor Enforcement'). */
import t from 'tap';
import type { FloorGroup, Floors } from '../../../src/openrtb/svc-floors.ts';
import { chooseFloors, withFetched, type FloorDraws } from '../../../src/stages/prepare/choose-floors.ts';

const never: FloorDraws = { group: 0, skip: 0.9999, enforce: 0, fetched: 0 };
const group = (more: FloorGroup = {}): FloorGroup => ({ schema: { fields: ['size'] }, values: { '*': 1 }, ...more });
const of = (modelGroups: FloorGroup[], more: Floors = {}): Floors => ({ ...more, data: { ...more.data, modelGroups } });

const skips = (floors: Floors, skip: number) => chooseFloors(floors, {}, { ...never, skip }).isSkipped;
const warned = (floors: Floors) => {
  const { warnings, dataWarnings } = chooseFloors(floors, {}, never);
  return [...warnings, ...dataWarnings.map((text) => `data.${text}`)];
};
const ofVersion = (floorsSchemaVersion: unknown) => of([group()], { data: { floorsSchemaVersion } as object });
const currency = (floors: Floors) => chooseFloors(floors, {}, never).currency;
const isEnforced = (floors: Floors, account: { enforceRate?: number }, enforce = 0.5) =>
  chooseFloors(floors, account, { ...never, enforce }).isEnforced;

t.test('a model group is drawn by its weight', async (t) => {
  const floors = of([
    group({ modelVersion: 'a' }),
    group({ modelVersion: 'b', modelWeight: 3 }),
    group({ modelWeight: 0 }),
  ]);
  const drawn = (draw: number) => chooseFloors(floors, {}, { ...never, group: draw }).group?.modelVersion;
  t.strictSame([0, 0.2499, 0.25, 0.5, 0.9999].map(drawn), ['a', 'a', 'b', 'b', 'b']);
  t.equal(chooseFloors({}, {}, never).group, undefined);
  t.equal(chooseFloors(of([group({ modelWeight: 101 })]), {}, never).group, undefined);
});

t.test("the currency is the group's, else that of the data, else USD", async (t) => {
  t.equal(currency(of([group({ currency: 'eur' })], { data: { currency: 'JPY' } })), 'EUR');
  t.equal(currency(of([group({ currency: '' })], { data: { currency: 'JPY' } })), 'JPY');
  t.equal(currency(of([group()])), 'USD');
});

t.test('floors are skipped by the innermost skipRate', async (t) => {
  const half = of([group({ skipRate: 50 })], { skipRate: 100, data: { skipRate: 100 } });
  t.strictSame(
    [0, 0.4999, 0.5, 1].map((draw) => skips(half, draw)),
    [true, true, false, false],
  );
  t.equal(skips(of([group({ skipRate: 0 })], { skipRate: 100 }), 0), false);
  t.equal(skips(of([group()], { skipRate: 100, data: { skipRate: 10 } }), 0.2), false);
  t.equal(skips(of([group()], { skipRate: 30 }), 0.2), true);
  t.equal(skips({ skipRate: 30 }, 0.2), true, 'even if only imps have floors');
});

t.test('an invalid skipRate is ignored', async (t) => {
  t.equal(skips(of([group()], { skipRate: 150 }), 0), false);
  t.equal(skips({ skipRate: 150 }, 0), false);
  t.equal(skips(of([group()], { skipRate: 100, data: { skipRate: 150 } }), 0), true, 'the outer rate is used');
});

t.test('data with another floorsSchemaVersion are not used', async (t) => {
  for (const version of [undefined, null, 2, '2'])
    t.ok(chooseFloors(ofVersion(version), {}, never).group, String(version));
  for (const version of [1, '1', true, [2], {}, { toString: 1, valueOf: 1 }]) {
    const { group, dataWarnings } = chooseFloors(ofVersion(version), {}, never);
    t.equal(group, undefined);
    t.match(dataWarnings, [/^floorsSchemaVersion is not 2/]);
  }
});

t.test('a currency that is not three letters has a warning', async (t) => {
  t.match(warned(of([group()], { data: { currency: 'EURO' } })), [
    'data.currency is EURO, not three letters such as EUR: the rules are not used',
  ]);
  t.match(warned(of([group({ currency: 'a\nb' }), group({ currency: 'eur' })])), [
    'data.modelGroups[0].currency is "a\\nb", not three letters such as EUR: the group is ignored',
  ]);
});

t.test('floors are enforced at the lower of the rates of the request and the account', async (t) => {
  t.equal(isEnforced({}, {}), true);
  t.equal(isEnforced({}, { enforceRate: 50 }), false);
  t.equal(isEnforced({}, { enforceRate: 51 }), true);
  for (const [asked, ofAccount] of [
    [50, 51],
    [51, 50],
  ] as const) {
    t.equal(isEnforced({ enforcement: { enforceRate: asked } }, { enforceRate: ofAccount }), false);
  }
  t.equal(isEnforced({ enforcement: { enforceRate: 51 } }, { enforceRate: 51 }), true);
  t.equal(isEnforced({ enforcement: { enforceRate: 100 } }, { enforceRate: 0 }, 0), false);
  t.equal(isEnforced({ enforcement: { enforceRate: 0 } }, {}, 0), false);
  t.equal(isEnforced({ enforcement: { enforcePBS: false } }, {}), false);
  t.equal(isEnforced({ enforcement: { enforceRate: -1 } }, { enforceRate: 51 }), true, 'an invalid rate is ignored');
  t.strictSame(warned({ enforcement: { enforceRate: 101 } }), [
    "enforcement.enforceRate is 101, not from 0 to 100: the account's is used",
  ]);
});

t.test('floors cover deals, follow adjustments and are hidden from bidders as request and account say', async (t) => {
  const floors = { enforcement: { floorDeals: true } };
  const deals = (enforceDealFloors?: boolean) =>
    chooseFloors(floors, enforceDealFloors === undefined ? {} : { enforceDealFloors }, never).coversDeals;
  t.strictSame([deals(), deals(false), deals(true)], [false, false, true]);
  t.equal(chooseFloors({}, { enforceDealFloors: true }, never).coversDeals, false);

  const adjusted = (bidAdjustment: boolean | undefined, adjustForBidAdjustment?: boolean) =>
    chooseFloors(
      bidAdjustment === undefined ? {} : { enforcement: { bidAdjustment } },
      adjustForBidAdjustment === undefined ? {} : { adjustForBidAdjustment },
      never,
    ).isAdjusted;
  t.strictSame(
    [adjusted(undefined), adjusted(undefined, false), adjusted(true, false), adjusted(false)],
    [true, false, true, false],
  );

  const enforcement = { noFloorSignalBidders: ['e'] };
  const untold = (floors: Floors) => chooseFloors(floors, {}, never).untold;
  t.strictSame(untold({}), []);
  t.strictSame(untold({ enforcement }), ['e']);
  t.strictSame(untold(of([group()], { enforcement, data: { noFloorSignalBidders: ['d'] } })), ['d']);
  t.strictSame(untold(of([group({ noFloorSignalBidders: [] })], { enforcement })), []);
});

t.test("the provider's rules replace the request's at the rate of useFetchDataRate", async (t) => {
  const own = of([group()], { floorMin: 1, data: { currency: 'EUR' } });
  const fetched = { modelGroups: [group({ modelVersion: 'theirs' })], useFetchDataRate: 30 };
  t.equal(withFetched(own, undefined, never), own);
  t.strictSame(withFetched(own, fetched, { ...never, fetched: 0.2999 }), { floorMin: 1, data: fetched });
  t.equal(withFetched(own, fetched, { ...never, fetched: 0.3 }), own);
  const { useFetchDataRate: _, ...always } = fetched;
  t.strictSame(withFetched({}, always, { ...never, fetched: 0.9999 }), { data: always });
  t.equal(withFetched({}, { ...fetched, useFetchDataRate: 0 }, never).data, undefined);
});
