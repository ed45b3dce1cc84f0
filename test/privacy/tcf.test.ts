/** What TCF permits a vendor, with real consent strings (implementation A 7). */
import { RestrictionType } from '@iabtcf/core';
import t from 'tap';
import { denial } from '../../src/privacy/denials.ts';
import { denialsFor } from '../../src/privacy/permissions.ts';
import { compilePolicy, type PrivacySettings } from '../../src/privacy/policy.ts';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readSignals, silence } from '../../src/privacy/signals.ts';
import { readTcString } from '../../src/privacy/tc-string.ts';
import { TcfVendor } from '../../src/privacy/tcf.ts';
import { readVendorList, type VendorList } from '../../src/privacy/vendor-list.ts';
import { ListedVendors, packVendorLists } from '../../src/privacy/vendor-table.ts';
import { consentString, vendorListJson, type TestConsent, type TestVendor } from './support.ts';

const vendorId = 12;

/** IAB's encoder drops what a vendor does not declare, so these vendors declare everything. */
const everything = {
  purposes: [1, 2, 10, 11],
  legIntPurposes: [2, 10],
  flexiblePurposes: [2],
  specialFeatures: [1, 2],
};
const everyone = { 12: everything, 13: everything, 14: everything };

interface Asked {
  readonly declares?: TestVendor;
  readonly consent?: TestConsent | 'none';
  readonly gdpr?: PrivacySettings['gdpr'];
  readonly hasList?: boolean;
  readonly id?: number;
  readonly name?: string;
}

/** What a bidder may do: the initials of store, bid, ids, geo. */
function permitted(asked: Asked): string {
  const { declares = {}, consent = {}, gdpr = {}, hasList = true, id = vendorId, name = 'acme' } = asked;
  const json = vendorListJson(20, { [vendorId]: declares, 13: { purposes: [1, 2] } });
  const read = consent === 'none' ? undefined : readTcString(consentString(vendorListJson(20, everyone), consent));
  const block = hasList ? packVendorLists([readVendorList(json) as VendorList]) : null;
  const vendors = read && ListedVendors.in(block, read.list);
  const vendor = new TcfVendor({ name, vendorId: id }, compilePolicy({ gdpr }), { consent: read, vendors });
  const letters = { s: vendor.mayStore, b: vendor.mayBid, i: vendor.mayHaveIds, g: vendor.mayHavePreciseGeo };
  return Object.entries(letters)
    .flatMap(([letter, may]) => (may ? [letter] : []))
    .join('');
}

const byConsent = { declares: { purposes: [1, 2] }, consent: { purposes: [1, 2], vendors: [vendorId] } };
const byInterest = { declares: { legIntPurposes: [2] }, consent: { interests: [2], vendorInterests: [vendorId] } };
const basic = { enforce: 'basic' } as const;
const all = (enforce: 'full' | 'basic' | 'none') => ({
  purposes: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at + 1}`, { enforce }])),
});

const cases: readonly (readonly [what: string, asked: Asked, expected: string])[] = [
  ['consent to purpose and vendor, declared', byConsent, 'sbi'],
  ['interest in purpose and vendor, declared', byInterest, 'bi'],
  ['nothing declared', { ...byConsent, declares: {} }, ''],
  ['no consent to the vendor', { ...byConsent, consent: { purposes: [1, 2] } }, ''],
  ['consent to another vendor', { ...byConsent, consent: { purposes: [1, 2], vendors: [13] } }, ''],
  ['no consent to the purposes', { ...byConsent, consent: { vendors: [vendorId] } }, ''],
  ['purpose 1 is for storage only', { ...byConsent, consent: { purposes: [1], vendors: [vendorId] } }, 's'],
  ['declared for consent, but only interest was stated', { ...byInterest, declares: { purposes: [2] } }, ''],
  ['declared for interest, but only consent was stated', { ...byConsent, declares: { legIntPurposes: [2] } }, ''],
  ['interest without the vendor bit', { ...byInterest, consent: { interests: [2] } }, ''],
  ['interest without the purpose bit', { ...byInterest, consent: { vendorInterests: [vendorId] } }, ''],
  [
    'any purpose from 2 to 10 lets ids go',
    { declares: { purposes: [10] }, consent: { purposes: [10], vendors: [vendorId] } },
    'i',
  ],
  ['purpose 11 does not', { declares: { purposes: [11] }, consent: { purposes: [11], vendors: [vendorId] } }, ''],
  [
    'a flexible purpose keeps its declared basis',
    { ...byConsent, declares: { legIntPurposes: [2], flexiblePurposes: [2] } },
    '',
  ],
  ['no consent string', { consent: 'none' }, ''],
  [
    'no consent string, nothing enforced',
    { consent: 'none', gdpr: { ...all('none'), specialFeature1: { enforce: false } } },
    'sbg',
  ],
  ['unknown vendor list', { ...byConsent, hasList: false }, ''],
  ['unknown vendor list, nothing enforced', { ...byConsent, hasList: false, gdpr: all('none') }, 'sb'],
  ['unknown vendor list, consent bits only', { ...byConsent, hasList: false, gdpr: all('basic') }, ''],
  ['nothing enforced: ids still need a basis', { declares: { purposes: [2] }, gdpr: all('none') }, 'sb'],
  ['nothing enforced: ids with a basis', { ...byConsent, gdpr: all('none') }, 'sbi'],
  ['consent bits only: nothing need be declared', { ...byConsent, declares: {}, gdpr: all('basic') }, 'sbi'],
  ['consent bits only: interest is no consent', { ...byInterest, gdpr: all('basic') }, ''],
  ['consent bits only: none of the vendor', { consent: { purposes: [1, 2] }, gdpr: all('basic') }, ''],
  ['consent bits only: none of the purposes', { consent: { vendors: [vendorId] }, gdpr: all('basic') }, ''],
  ['a vendor that is not in the list', { ...byConsent, id: 14 }, ''],
  [
    'a vendor that is not in the list, consent bits only',
    { consent: { purposes: [1, 2], vendors: [14] }, gdpr: all('basic'), id: 14 },
    '',
  ],
  ['a bidder without vendor id', { ...byConsent, id: 0 }, ''],
  ['purpose one treatment', { consent: { purposeOneTreatment: true } }, 's'],
  ['purpose one treatment, unknown vendor list', { consent: { purposeOneTreatment: true }, hasList: false }, ''],
  ['purpose one treatment, a vendor that is not in the list', { consent: { purposeOneTreatment: true }, id: 14 }, ''],
  ['an exception for purpose 2', { gdpr: { purposes: { p2: { vendorExceptions: ['acme'] } } } }, 'bi'],
  ['an exception in another case', { gdpr: { purposes: { p2: { vendorExceptions: ['Acme'] } } } }, 'bi'],
  ['a bidder in another case', { name: 'ACME', gdpr: { purposes: { p2: { vendorExceptions: ['acme'] } } } }, 'bi'],
  ['an exception for another bidder', { gdpr: { purposes: { p2: { vendorExceptions: ['other'] } } } }, ''],
  [
    'an exception needs a consent string',
    { consent: 'none', gdpr: { purposes: { p2: { vendorExceptions: ['acme'] } } } },
    '',
  ],
  ['an exception needs the list', { hasList: false, gdpr: { purposes: { p2: { vendorExceptions: ['acme'] } } } }, ''],
  ['consent bits only: an exception', { gdpr: { purposes: { p2: { ...basic, vendorExceptions: ['acme'] } } } }, 'bi'],
  [
    'consent bits only: an exception needs the list',
    { hasList: false, gdpr: { purposes: { p2: { ...basic, vendorExceptions: ['acme'] } } } },
    '',
  ],
  [
    'precise location: opted in and declared',
    { declares: { specialFeatures: [1] }, consent: { specialFeatures: [1] } },
    'g',
  ],
  ['precise location: not declared', { consent: { specialFeatures: [1] } }, ''],
  ['precise location: not opted in', { declares: { specialFeatures: [1] } }, ''],
  ['precise location: another feature', { declares: { specialFeatures: [1] }, consent: { specialFeatures: [2] } }, ''],
  ['precise location: not enforced', { gdpr: { specialFeature1: { enforce: false } } }, 'g'],
  ['precise location: an exception', { gdpr: { specialFeature1: { vendorExceptions: ['acme'] } } }, 'g'],
  [
    'precise location: an exception needs the list',
    { hasList: false, gdpr: { specialFeature1: { vendorExceptions: ['acme'] } } },
    '',
  ],
  [
    'precise location: an exception needs a consent string',
    { consent: 'none', gdpr: { specialFeature1: { vendorExceptions: ['acme'] } } },
    '',
  ],
];

for (const [what, asked, expected] of cases) t.test(what, async (t) => t.equal(permitted(asked), expected));

t.test('publisher restrictions forbid a purpose or require its legal basis', async (t) => {
  const { NOT_ALLOWED, REQUIRE_CONSENT, REQUIRE_LI } = RestrictionType;
  const restricted = (asked: typeof byConsent | typeof byInterest, type: RestrictionType, declares: TestVendor = {}) =>
    permitted({
      declares: { ...asked.declares, ...declares },
      consent: { ...asked.consent, restrictions: [[2, type, vendorId]] },
    });
  const flexible = { flexiblePurposes: [2] };
  t.equal(restricted(byConsent, NOT_ALLOWED), 's', 'forbidden, with consent');
  t.equal(restricted(byInterest, NOT_ALLOWED), '', 'forbidden, with interest');
  t.equal(restricted(byConsent, REQUIRE_CONSENT), 'sbi', 'consent required and given');
  t.equal(restricted(byInterest, REQUIRE_CONSENT, flexible), '', 'consent required, interest declared');
  t.equal(restricted(byInterest, REQUIRE_LI), 'bi', 'interest required and declared');
  t.equal(restricted(byConsent, REQUIRE_LI, flexible), 's', 'interest required, consent given');
  const picked = { legIntPurposes: [2], purposes: [1], flexiblePurposes: [2] };
  t.equal(restricted(byConsent, REQUIRE_CONSENT, picked), 'sbi', 'a flexible purpose uses the required basis');
  t.equal(restricted(byInterest, REQUIRE_LI, { purposes: [2], legIntPurposes: [], ...flexible }), 'bi', 'either way');
  t.equal(
    restricted(byConsent, REQUIRE_CONSENT, { ...picked, flexiblePurposes: [] }),
    's',
    'a purpose that is not flexible does not',
  );
  const other = { ...byConsent, consent: { ...byConsent.consent, restrictions: [[2, NOT_ALLOWED, 13]] as const } };
  t.equal(permitted(other), 'sbi', "another vendor's restriction");
  const unenforced = {
    ...byConsent,
    gdpr: all('none'),
    consent: { ...byConsent.consent, restrictions: [[2, NOT_ALLOWED, vendorId]] as const },
  };
  t.equal(permitted(unenforced), 's', 'a forbidden purpose is forbidden even if not enforced');
});

t.test('a vendor that the user was not shown is denied where disclosure is due (TCF 2.3)', async (t) => {
  const said = (consent: TestConsent) => ({
    declares: { purposes: [1, 2], legIntPurposes: [10], specialFeatures: [1] },
    consent: { purposes: [1, 2], specialFeatures: [1], vendors: [vendorId], purposeOneTreatment: true, ...consent },
  });
  const [old, due] = [{ day: '2026-02-28' }, { day: '2026-03-01' }];
  const [shown, other, nobody] = [{ disclosed: [vendorId] }, { disclosed: [13] }, { disclosed: [] }];
  const rules = ['checked', 'required', 'ignored'] as const;
  const under = (consent: TestConsent) =>
    rules.map((disclosedVendors) => permitted({ ...said(consent), gdpr: { disclosedVendors } }));
  t.strictSame(under({ ...due, ...shown }), ['sbig', 'sbig', 'sbig'], 'shown');
  t.strictSame(under({ ...due, ...other }), ['', '', 'sbig'], 'another vendor was shown');
  t.strictSame(under({ ...due, ...nobody }), ['sbig', '', 'sbig'], 'no vendor is named');
  t.strictSame(under({ ...old, ...other }), ['sbig', 'sbig', 'sbig'], 'not due yet, another vendor');
  t.strictSame(under({ ...old, ...nobody }), ['sbig', 'sbig', 'sbig'], 'not due yet, no vendor');
  t.equal(permitted(said({ ...due, ...other })), '', 'checked is the default');
  const excepted = { p2: { vendorExceptions: ['acme'] } };
  const gdpr = { disclosedVendors: 'required', purposes: excepted } as const;
  t.equal(permitted({ ...said({ ...due, ...nobody }), gdpr }), 'bi', 'vendor exceptions still apply');
});

t.test('a vendor with exceptions is denied nothing, even if it was not disclosed', async (t) => {
  const list = vendorListJson(20, everyone);
  const vendorLists = packVendorLists([readVendorList(list) as VendorList]);
  const reader = new SignalReader();
  const raw = { ...silence, gdpr: 1 as const, consent: consentString(list, { day: '2026-03-01', disclosed: [] }) };
  const party = { name: 'bidderA', configured: 'bidderA', core: 'bidderA', vendorId, noSale: false };
  const denialsWith = (vendorExceptions: readonly string[]) => {
    const specialFeature1 = { vendorExceptions };
    const policy = compilePolicy({
      gdpr: { disclosedVendors: 'required', purposes: { p2: { vendorExceptions } }, specialFeature1 },
    });
    return denialsFor(party, readSignals(raw, policy, { reader, vendorLists }), policy);
  };
  t.equal(denialsWith(['bidderA']), 0);
  t.equal(denialsWith([]), denial.purpose2 | denial.tcfIds | denial.specialFeature1 | denial.notShown);
});
