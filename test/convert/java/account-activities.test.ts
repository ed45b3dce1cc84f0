/** Activities of an account of Prebid Server Java: what is converted, and what is told about it. */
import t, { type Test } from 'tap';
import { convertAccount } from '../running-convert.ts';

/** Converts one account with these activities. */
const account = (t: Test, activities: string) =>
  convertAccount(t, 'java', { text: `privacy: {allowactivities: {${activities}}}\n`, name: 'a.yaml' });

t.test('an activity rule is left out and reported only if it depends on a privacy module', async (t) => {
  const rules = (rule: string) => account(t, `syncUser: {rules: [{allow: false}${rule}]}`);
  const whole = await rules('');
  t.match(whole.settings, { privacy: { allowActivities: { syncUser: { rules: [{ allow: false }] } } } });
  t.notMatch(whole.messages, /privacyreg|eids/);
  const less = await rules(', {privacyreg: [iab.usgeneral]}');
  t.strictSame(less.settings, whole.settings);
  t.match(less.messages, /privacyreg/);
});

t.test('a denied transmitUfpd tells that Gavel removes the eids, too', async (t) => {
  const said = async (activity: string) => (await account(t, `transmitUfpd: ${activity}`)).messages;
  const note = /^account "a" privacy\.allowactivities: where transmitUfpd is denied, Gavel removes user\.eids, too/m;
  t.match(await said('{default: false}'), note);
  t.match(await said('{rules: [{condition: {componentName: [rubicon]}, allow: false}]}'), note);
  t.notMatch(await said('{default: true, rules: [{allow: true}]}'), 'eids');
  t.notMatch(await said('{rules: [{privacyreg: [iab.usgeneral], allow: false}]}'), 'eids');
});
