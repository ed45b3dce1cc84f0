/** The privacy counts that one auction adds to (issue 4, item 6). */
import t from 'tap';
import { PrivacyTally, seenOf } from '../../src/privacy/counts.ts';
import { compilePolicy } from '../../src/privacy/policy.ts';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readSignals, silence, type RawSignals } from '../../src/privacy/signals.ts';
import { listKey } from '../../src/privacy/tc-string.ts';
import { readVendorList, type VendorList } from '../../src/privacy/vendor-list.ts';
import { packVendorLists } from '../../src/privacy/vendor-table.ts';
import { consentString, vendorListJson } from './support.ts';

const policy = compilePolicy({ gdpr: { defaultScope: false } });
const reader = new SignalReader();
const [here, elsewhere] = [4, 5].map((version) => vendorListJson(version, { 1: { purposes: [1] } }));
const vendorLists = packVendorLists([readVendorList(here) as VendorList]);

const nobody = { blocked: 0, scrubbed: 0 };
const seen = (raw: Partial<RawSignals>, denied = nobody) =>
  seenOf(readSignals({ ...silence, ...raw }, policy, { reader, vendorLists }), denied);

/** The counts above 0 after one such auction. */
function counted(raw: Partial<RawSignals>, denied = nobody): object {
  const tally = new PrivacyTally();
  const one = seen(raw, denied);
  if (one !== undefined) tally.add(one);
  return Object.fromEntries(Object.entries(tally.counts()).filter(([, count]) => count > 0));
}

t.test('each law, opt-out and consent fault has its own count', async (t) => {
  const consent = consentString(here!, { purposes: [1] });
  t.equal(seen({}), undefined, 'nothing to count');
  t.equal(seen({ consent: 'x' }), undefined, 'consent is not read out of scope');
  t.strictSame(counted({ gdpr: 1, consent }), { gdpr: 1 });
  t.strictSame(counted({ gdpr: 1 }), { gdpr: 1, consentMissing: 1 });
  t.strictSame(counted({ gdpr: 1, consent: 'x' }), { gdpr: 1, consentMalformed: 1 });
  const unshown = consentString(here!, { day: '2026-03-01', disclosed: [] });
  t.strictSame(counted({ gdpr: 1, consent: unshown }), { gdpr: 1, disclosureMissing: 1 });
  t.strictSame(counted({ usPrivacy: '1YYN' }), { optedOut: 1 });
  t.strictSame(counted({ coppa: true }), { coppa: 1 });
  t.strictSame(counted({ lmt: true }), { lmt: 1 });
  t.strictSame(counted({ usPrivacy: '1YYN', coppa: true, lmt: true }), { optedOut: 1, coppa: 1, lmt: 1 });
});

t.test('a missing vendor list is counted and identified', async (t) => {
  const unknown = { gdpr: 1, consent: consentString(elsewhere!, { purposes: [1] }) };
  t.strictSame(counted(unknown), { gdpr: 1, vendorListUnknown: 1 });
  t.equal(seen(unknown)?.missingList, listKey(3, 5));
  t.equal(seen({ gdpr: 1 })?.missingList, 0);
});

t.test('blocked and scrubbed bidders are counted and summed', async (t) => {
  t.strictSame(counted({}, { blocked: 2, scrubbed: 0 }), { biddersBlocked: 2 });
  t.strictSame(counted({}, { blocked: 0, scrubbed: 3 }), { biddersScrubbed: 3 });
  const tally = new PrivacyTally();
  for (let auction = 0; auction < 2; auction++) tally.add(seen({ coppa: true }, { blocked: 1, scrubbed: 4 })!);
  t.match(tally.counts(), { gdpr: 0, coppa: 2, biddersBlocked: 2, biddersScrubbed: 8 });
});
