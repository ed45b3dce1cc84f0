/** The privacy policy of an auction: from the host, the account, and the account's settings for a channel. */
import t from 'tap';
import { mostPolicyCharacters, Policies } from '../../src/privacy/policies.ts';
import { compilePolicy, type PrivacyChannel, type PrivacySettings } from '../../src/privacy/policy.ts';

const policies = new Policies({ gdpr: { enabled: true, defaultScope: false }, ccpa: { enforce: true } });

function enforced(account: PrivacySettings | undefined, channel: PrivacyChannel): string {
  const { gdprEnabled, ccpa } = policies.of(JSON.stringify(account ?? {}), account, channel);
  return [gdprEnabled && 'gdpr', ccpa && 'ccpa'].filter(Boolean).join(' ');
}

t.test('an account may turn GDPR and CCPA on or off per channel', async (t) => {
  t.equal(enforced(undefined, 'app'), 'gdpr ccpa', "the host's");
  const off = { gdpr: { enabled: false }, ccpa: { enforce: false } };
  t.equal(enforced(off, 'app'), '', "the account's");
  const appsOnly = {
    gdpr: { enabled: false, channelEnabled: { app: true } },
    ccpa: { enforce: false, channelEnabled: { app: true, amp: true } },
  };
  t.equal(enforced(appsOnly, 'app'), 'gdpr ccpa');
  t.equal(enforced(appsOnly, 'amp'), 'ccpa');
  t.equal(enforced(appsOnly, 'web'), '');
  t.equal(
    enforced({ gdpr: { channelEnabled: { web: false, dooh: false } } }, 'web'),
    'ccpa',
    "takes precedence over the host's",
  );
  t.equal(enforced({ gdpr: { channelEnabled: { web: false, dooh: false } } }, 'app'), 'gdpr ccpa');
});

t.test('a setting for one purpose changes only that purpose', async (t) => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
  for (const number of numbers) {
    const { purposes } = compilePolicy({ gdpr: { purposes: { [`p${number}`]: { enforce: 'basic' } } } });
    const expected = numbers.map((one) => (one === number ? 'basic' : 'full'));
    t.strictSame(
      purposes.slice(1).map(({ enforce }) => enforce),
      expected,
      `p${number}`,
    );
  }
});

t.test('channels with equal settings share one policy, which is compiled once', async (t) => {
  const account = { ccpa: { enforce: false, channelEnabled: { web: false, app: true } } };
  const of = (channel: PrivacyChannel) => policies.of('text', account, channel);
  t.equal(of('web'), of('amp'));
  t.not(of('web'), of('app'));
  t.equal(of('app'), of('app'));
});

t.test('the cache of policies is limited by the length of their texts', async (t) => {
  const account = { ccpa: { enforce: false } };
  const of = (text: string) => policies.of(text.padEnd(mostPolicyCharacters / 2 - 100), account, 'web');
  const first = of('1');
  t.equal(of('1'), first);
  of('2');
  of('3');
  t.not(of('1'), first);
});
