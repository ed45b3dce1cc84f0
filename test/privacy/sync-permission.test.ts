/** Which bidders may sync, and when the host may set its cookie (implementation A 4, 5, 7). */
import t from 'tap';
import { compilePolicy, type PrivacySettings } from '../../src/privacy/policy.ts';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readSignals, silence, type RawSignals } from '../../src/privacy/signals.ts';
import { hostCookieAllowed, syncPermission } from '../../src/privacy/sync-permission.ts';
import { readVendorList, type VendorList } from '../../src/privacy/vendor-list.ts';
import { packVendorLists } from '../../src/privacy/vendor-table.ts';
import { consentString, vendorListJson } from './support.ts';

const list = vendorListJson(4, { 1: { purposes: [1] }, 5: { purposes: [1] }, 6: { purposes: [1] } });
const vendorLists = packVendorLists([readVendorList(list) as VendorList]);
const consent = consentString(list, { purposes: [1], vendors: [1, 5] });

function asked(raw: Partial<RawSignals>, settings: PrivacySettings) {
  const policy = compilePolicy({ gdpr: { defaultScope: false, ...settings.gdpr } }, settings);
  const signals = readSignals({ ...silence, ...raw }, policy, { reader: new SignalReader(), vendorLists });
  return { signals, policy };
}

function may(raw: Partial<RawSignals>, settings: PrivacySettings = {}, vendorId = 5) {
  const { signals, policy } = asked(raw, settings);
  return syncPermission({ name: 'acme', core: 'Core', vendorId }, signals, policy);
}

const rule = (componentName: string) => ({
  allowActivities: { syncUser: { rules: [{ condition: { componentName: [componentName] }, allow: false }] } },
});

t.test(
  'a bidder may sync with consent to purpose 1 and its vendor, unless us_privacy or an activity forbids it',
  async (t) => {
    t.equal(may({}), 'allowed');
    t.equal(may({ gdpr: 1, consent }), 'allowed');
    t.equal(may({ gdpr: 1, consent }, {}, 1), 'allowed', 'the first vendor');
    t.equal(may({ gdpr: 1, consent }, {}, 6), 'tcf', 'no consent to this vendor');
    t.equal(may({ gdpr: 1, consent }, {}, 0), 'tcf', 'no vendor id');
    t.equal(may({ gdpr: 1 }), 'tcf', 'no consent string');
    t.equal(may({ gdpr: 1, consent: 'x' }), 'tcf', 'malformed');
    const unenforced = { gdpr: { purposes: { p1: { enforce: 'none' } } } } as const;
    t.equal(may({ gdpr: 1 }, unenforced), 'allowed', 'not enforced');
    t.equal(may({ gdpr: 1, consent }, unenforced, 0), 'tcf', 'not enforced, but no vendor id');
    t.equal(may({ gdpr: 0 }, {}, 0), 'allowed');
    t.equal(may({ usPrivacy: '1YYN' }), 'us_privacy');
    t.equal(may({ usPrivacy: '1YYN' }, { ccpa: { enforce: false } }), 'allowed');
    t.equal(may({}, rule('acme')), 'activity');
    t.equal(may({}, rule('core')), 'activity');
    t.equal(may({}, rule('other')), 'allowed');
  },
);

const host = (raw: Partial<RawSignals>, hostVendorId: number) => {
  const { signals, policy } = asked(raw, { gdpr: { hostVendorId } });
  return hostCookieAllowed(signals, policy);
};

t.test('the host may set its cookie with consent to purpose 1 for its vendor id', async (t) => {
  t.equal(host({}, 6), true, 'out of scope');
  t.equal(host({ gdpr: 1 }, 0), true, 'a host without a vendor id needs no consent');
  t.equal(host({ gdpr: 1 }, 5), false);
  t.equal(host({ gdpr: 1, consent }, 5), true);
  t.equal(host({ gdpr: 1, consent }, 6), false);
  const oneTreatment = consentString(list, { purposeOneTreatment: true });
  t.equal(host({ gdpr: 1, consent: oneTreatment }, 6), true, 'with purpose one treatment');
});
