/** Which laws apply and what the user chose, where signals agree, contradict each other or are absent (implementation A 7). */
import t from 'tap';
import { compileActivities, isAllowed } from '../../src/privacy/activities.ts';
import { tcfTrouble } from '../../src/privacy/consent.ts';
import { compilePolicy, type DisclosureRule, type PrivacySettings } from '../../src/privacy/policy.ts';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readSignals, silence, type RawSignals } from '../../src/privacy/signals.ts';
import { consentString, gppString, vendorListJson } from './support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const reader = new SignalReader();
const read = (raw: Partial<RawSignals>, settings: PrivacySettings = { gdpr: { defaultScope: false } }) =>
  readSignals({ ...silence, ...raw }, compilePolicy(settings), { reader, vendorLists: null });

const list = vendorListJson(3, { 1: { purposes: [1] } });
const [some, other] = [[1], [1, 2]].map((purposes) => consentString(list, { purposes }));

t.test('the scope of GDPR is from gpp_sid, else regs.gdpr, else the country, else the default', async (t) => {
  const inScope = (raw: Partial<RawSignals>, defaultScope: boolean) => read(raw, { gdpr: { defaultScope } }).gdpr;
  for (const [raw, whereDefault, whereNot] of [
    [{}, true, false],
    [{ gdpr: 1 }, true, true],
    [{ gdpr: 0 }, false, false],
    [{ gppSids: [2] }, true, true],
    [{ gppSids: [7] }, false, false],
    [{ gppSids: [] }, true, false],
    [{ gppSids: [-1] }, true, false],
    [{ gppSids: [-1], gdpr: 1 }, true, true],
    [{ gppSids: [0], gdpr: 1 }, true, true],
    [{ gppSids: [-1], gdpr: 0 }, false, false],
    [{ gppSids: [-1, 2] }, true, true],
    [{ gppSids: [6, 2], gdpr: 0 }, true, true],
    [{ gppSids: [7], gdpr: 1 }, false, false],
    [{ country: 'DEU' }, true, true],
    [{ country: 'gbr' }, true, true],
    [{ country: 'DE' }, true, true],
    [{ country: 'USA' }, false, false],
    [{ country: 'US' }, true, false],
    [{ country: '??' }, true, false],
    [{ country: 'USA?' }, true, false],
    [{ country: '?USA' }, true, false],
    [{ country: 'DEU', gdpr: 0 }, false, false],
    [{ country: 'USA', gdpr: 1 }, true, true],
  ] as const) {
    t.equal(inScope(raw, true), whereDefault, `${JSON.stringify(raw)}, in scope by default`);
    t.equal(inScope(raw, false), whereNot, `${JSON.stringify(raw)}, not in scope by default`);
  }
  t.equal(read({ gdpr: 1 }, { gdpr: { enabled: false } }).gdpr, false, 'GDPR is off');
  t.equal(read({}, {}).gdpr, true, 'the default scope is true');
  const inCountry = (country: string, countries: readonly string[]) =>
    read({ country }, { gdpr: { defaultScope: false, countries } }).gdpr;
  t.equal(inCountry('DEU', []), true, 'an empty list is the default list');
  t.equal(inCountry('DEU', ['usa']), false);
  t.equal(inCountry('USA', ['usa']), true, "the host's list, in any case");
});

const policy = (account: PrivacySettings) =>
  compilePolicy(
    {
      gdpr: { defaultScope: false, purposes: { p2: { enforce: 'none', vendorExceptions: ['a'] } } },
      ccpa: { enforce: true },
    },
    account,
  );

t.test("an account's settings take precedence over the host's", async (t) => {
  const raw = { ...silence, usPrivacy: '1YYN', lmt: true };
  const signals = (account: PrivacySettings) => readSignals(raw, policy(account), { reader, vendorLists: null });
  t.equal(signals({}).gdpr, false);
  t.equal(signals({ gdpr: { defaultScope: true } }).gdpr, true);
  t.equal(signals({ gdpr: { enabled: false, defaultScope: true } }).gdpr, false);
  t.equal(signals({}).optedOut, true);
  t.equal(signals({ ccpa: { enforce: false } }).optedOut, false);
  t.equal(signals({}).lmt, true);
  t.equal(signals({ lmt: { enforce: false } }).lmt, false);
  for (const law of ['ccpa', 'lmt'] as const) {
    t.equal(compilePolicy({})[law], true, `${law}: the default`);
    t.equal(compilePolicy({ [law]: { enforce: false } })[law], false, `${law}: the host's`);
    t.equal(
      compilePolicy({ [law]: { enforce: false } }, { [law]: { enforce: true } })[law],
      true,
      `${law}: the account's`,
    );
  }
  t.equal(policy({}).purposes[2]!.enforce, 'none');
  t.equal(policy({ gdpr: { purposes: { p2: { enforce: 'full' } } } }).purposes[2]!.enforce, 'full');
  t.strictSame(
    [...policy({ gdpr: { purposes: { p2: { enforce: 'full' } } } }).purposes[2]!.exceptions],
    ['a'],
    'other members are kept',
  );
  t.equal(policy({}).purposes[3]!.enforce, 'full', 'the default is full');
  t.equal(policy({}).preciseGeo.enforce, true);
  t.equal(policy({ gdpr: { specialFeature1: { enforce: false } } }).preciseGeo.enforce, false);
  t.strictSame([...policy({ gdpr: { specialFeature1: { vendorExceptions: ['B'] } } }).preciseGeo.exceptions], ['b']);
});

t.test('the consent string is from GPP, else from user.consent, and is read once', async (t) => {
  const state = (raw: Partial<RawSignals>) => read({ gdpr: 1, ...raw }).consentState;
  t.equal(state({}), 'missing');
  t.equal(state({ consent: some! }), 'valid');
  t.equal(state({ consent: 'nonsense' }), 'malformed');
  for (const consent of [some!.replace('.', '!.'), `!${some}`]) t.equal(state({ consent }), 'malformed', consent);
  t.equal(state({ gpp: gppString({ 2: some! }) }), 'valid', 'from GPP');
  t.equal(state({ gpp: gppString({ 2: 'nonsense' }), consent: some! }), 'malformed', 'GPP takes precedence');
  t.equal(state({ gpp: 'nonsense', consent: some! }), 'valid', 'an unreadable GPP string is ignored');
  const both = read({ gdpr: 1, gpp: gppString({ 2: other! }), consent: some! });
  t.equal(both.consent?.purposes, 3);
  t.match(both.warnings, wholeLists([/different consent strings/]));
  t.strictSame(read({ gdpr: 1, gpp: gppString({ 2: some! }), consent: some! }).warnings, []);
  t.equal(read({ consent: some! }).consent, undefined, 'not read out of scope');
  t.equal(reader.consent(some!), reader.consent(some!), 'read once');
});

const string = (disclosed: number[], day: string) => consentString(list, { purposes: [1], day, disclosed });

const disclosureOf = (raw: Partial<RawSignals>, disclosedVendors: DisclosureRule = 'required') => {
  const signals = read({ gdpr: 1, ...raw }, { gdpr: { disclosedVendors } });
  return [signals.lacksDisclosure, tcfTrouble(signals), ...signals.warnings];
};

t.test('a consent string without disclosed vendors has a warning if they are required (TCF 2.3)', async (t) => {
  const [nobody, shown, old] = [string([], '2026-03-01'), string([1], '2026-03-01'), string([], '2026-02-28')];
  const why = 'the consent string does not list the vendors disclosed to the user';
  const warning = 'does not list the vendors disclosed to the user, which TCF 2.3 requires: nobody has consent';
  t.strictSame(disclosureOf({ consent: nobody }), [true, why, `user.consent ${warning}`]);
  t.strictSame(disclosureOf({ gpp: gppString({ 2: nobody }) }), [true, why, `section 2 of regs.gpp ${warning}`]);
  const unknown = [false, 'the vendor list is not available here'];
  for (const consent of [shown, old]) t.strictSame(disclosureOf({ consent }), unknown, consent);
  for (const rule of ['checked', 'ignored'] as const)
    t.strictSame(disclosureOf({ consent: nobody }, rule), unknown, rule);
  t.strictSame(disclosureOf({}), [false, 'user.consent is missing']);
  t.strictSame(disclosureOf({ consent: 'x' }).slice(0, 2), [false, 'the consent string is malformed']);
  t.strictSame(disclosureOf({ consent: nobody, gdpr: 0 }).slice(2), [], 'no warning out of scope');
});

const optedOut = (raw: Partial<RawSignals>) => read(raw).optedOut;

t.test('a user opts out by us_privacy or by a GPP section that applies', async (t) => {
  t.equal(optedOut({}), false);
  t.equal(optedOut({ usPrivacy: '1YYN' }), true);
  t.equal(optedOut({ usPrivacy: '1YNN' }), false);
  t.equal(optedOut({ usPrivacy: '1Y!N' }), false);
  const gpp = gppString({ 6: '1YYN' });
  t.equal(optedOut({ gpp, gppSids: [6] }), true);
  t.equal(optedOut({ gpp, gppSids: [2] }), false, 'section 6 does not apply');
  t.equal(optedOut({ gpp, gppSids: [2], usPrivacy: '1YYN' }), true, 'us_privacy applies');
  t.equal(optedOut({ gpp: gppString({ 6: '1YNN' }), usPrivacy: '1YYN' }), false, 'GPP takes precedence');
  t.equal(optedOut({ gpp: gppString({ 6: 'nonsense' }), usPrivacy: '1YYN' }), true);
  t.equal(optedOut({ gpp: 'DBABLA~BVVVVVVVVWA.AA', gppSids: [7] }), true);
  t.equal(optedOut({ gpp: 'DBABLA~BVVVVVVVVWA.AA' }), true, 'without gpp_sid every section applies');
  t.equal(optedOut({ gpp: 'DBABLA~BVVVVVVVVWA.AA', gppSids: [] }), true, 'and with an empty one');
  t.equal(optedOut({ gpp: 'DBABLA~BVVVVVVVVWA.AA', gppSids: [-1] }), false, 'no section applies');
});

t.test('contradictions and invalid strings have warnings', async (t) => {
  t.match(read({ gdpr: 1, gppSids: [7] }).warnings, wholeLists([/regs.gpp_sid and regs.gdpr contradict/]));
  t.match(read({ gdpr: 0, gppSids: [2] }).warnings[0], /regs.gpp_sid and regs.gdpr contradict/);
  t.strictSame([...read({ gdpr: 1, gppSids: [2] }).warnings, ...read({ gppSids: [2] }).warnings], [], 'they agree');
  t.match(
    read({ gpp: gppString({ 6: '1YNN' }), usPrivacy: '1YYN' }).warnings,
    wholeLists([/regs.us_privacy contradict/]),
  );
  t.strictSame(read({ usPrivacy: '1YYN' }).warnings, [], 'us_privacy alone');
  t.strictSame(
    read({ gpp: gppString({ 6: '1yyn' }), usPrivacy: '1YYN' }).warnings,
    [],
    'another case is no contradiction',
  );
  t.strictSame(read({ gpp: gppString({ 6: '1YYN' }), usPrivacy: '1yyn' }).warnings, [], 'in either place');
  t.match(read({ gpp: 'x' }).warnings, wholeLists([/not a GPP string/]));
  t.match(read({ gdpr: 1, consent: 'x' }).warnings, wholeLists([/counts as no consent/]));
  t.match(read({ gdpr: 1, consent: 'x' }).warnings[0], /^user\.consent is not a TCF 2 consent string/);
  t.match(
    read({ gdpr: 1, gpp: gppString({ 2: 'x' }) }).warnings[0],
    /^section 2 of regs\.gpp is not a TCF 2 consent string/,
  );
  t.strictSame(read({ consent: 'x' }).warnings, [], 'no warning out of scope');
  t.strictSame(read({ gdpr: 1, consent: some!, gppSids: [-1] }).warnings, [], 'TCF outside GPP is no contradiction');
});

t.test('a section that is in gpp_sid but not in gpp has a warning', async (t) => {
  const gpp = gppString({ 6: '1YNN' });
  t.strictSame(read({ gpp, gppSids: [6, 7, 8] }).warnings, ['regs.gpp_sid names section 7, which is not in regs.gpp']);
  t.strictSame(read({ gpp, gppSids: [2] }).warnings, ['regs.gpp_sid names section 2, which is not in regs.gpp']);
  t.strictSame(read({ gpp, gppSids: [2], consent: some! }).warnings, [], 'the TCF string may be in user.consent');
  const tcf = gppString({ 2: some! });
  t.strictSame(
    read({ gpp: tcf, gppSids: [2, 6], usPrivacy: '1YNN' }).warnings,
    [],
    'the us_privacy string may be in regs.us_privacy',
  );
  t.match(read({ gpp: tcf, gppSids: [2, 6], usPrivacy: 'yes' }).warnings[0], /section 6, which is not/);
  t.strictSame(read({ gpp, gppSids: [6] }).warnings, []);
  t.strictSame(read({ gpp, gppSids: [-1, 0] }).warnings, [], '-1 and 0 name no section');
});

t.test('gdpr, consent and us_privacy are derived from GPP where they are absent', async (t) => {
  const gpp = gppString({ 2: some!, 6: '1YYN' });
  t.equal(read({}).older, undefined);
  t.strictSame(read({ gpp, gppSids: [2, 6] }).older, { gdpr: 1, consent: some, usPrivacy: '1YYN' });
  t.strictSame(read({ gpp, gppSids: [7] }).older, { gdpr: 0, consent: some, usPrivacy: '' });
  t.strictSame(read({ gpp, gppSids: [2], gdpr: 1, consent: other! }).older, undefined, 'stated fields are kept');
  t.equal(read({ gppSids: [-1] }).older, undefined, '-1 does not state gdpr');
  const stated = { gpp, gdpr: 1, consent: other!, usPrivacy: '1---' };
  const nothing = { gdpr: undefined, consent: '', usPrivacy: '' };
  t.strictSame(read({ ...stated, gppSids: [2, 6], gdpr: undefined }).older, { ...nothing, gdpr: 1 });
  t.strictSame(read({ ...stated, gppSids: [2, 6], consent: '' }).older, { ...nothing, consent: some });
  t.strictSame(read({ ...stated, gppSids: [2, 6], usPrivacy: '' }).older, { ...nothing, usPrivacy: '1YYN' });
  t.equal(
    read({ ...stated, usPrivacy: '' }).older,
    undefined,
    'without gpp_sid it is unknown whether section 6 applies',
  );
});

t.test('the circumstances for activity rules are read from the request once', async (t) => {
  let reads = 0;
  const gppSids = new Proxy(Array<number>(1000).fill(99), {
    get: (sids, key) => {
      reads++;
      return Reflect.get(sids, key);
    },
  });
  const rules = Array.from({ length: 50 }, () => ({ condition: { gppSid: [7, 8] }, allow: false }));
  const activities = compileActivities({ fetchBids: { rules } });
  const { circumstances } = read({ gppSids, geo: { country: 'usa', region: 'ca' } });
  t.strictSame(circumstances.geos, ['USA', 'USA.CA']);
  const readBefore = reads;
  for (const name of ['acme', 'zenith']) {
    t.ok(isAllowed(activities, 'fetchBids', { component: { type: 'bidder', names: [name] }, circumstances }));
  }
  t.equal(reads, readBefore);
});
