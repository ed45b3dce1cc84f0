/** Converts the privacy rules of accounts of Prebid Server (Go). */
import t, { type Test } from 'tap';
import { convertAccount } from './running-convert.ts';

/** Converts an account together with the host's file `host`. */
const account = (t: Test, old: object, host = 'gdpr: {default_value: "1"}\nport: 8001\n') =>
  convertAccount(t, 'go', { text: JSON.stringify(old), host });

t.test(
  'a purpose that an account only says to enforce is enforced in the way of the account defaults, else of the host',
  async (t) => {
    const old = { gdpr: { purpose2: { enforce_purpose: true }, purpose3: { enforce_purpose: true } } };
    const host = 'gdpr: {default_value: "1", tcf2: {purpose2: {enforce_algo: Basic}}}\nport: 8001\n';
    const purposes = { p2: { enforce: 'basic' }, p3: { enforce: 'full' } };
    t.strictSame((await account(t, old, host)).settings, { privacy: { gdpr: { purposes } } });
    const unstated = await account(t, old, host.replace('Basic', '""'));
    t.strictSame(unstated.settings, { privacy: { gdpr: { purposes: { p2: purposes.p3, p3: purposes.p3 } } } });
    const defaults = 'account_defaults: {gdpr: {purpose2: {enforce_algo: full}, purpose3: {enforce_algo: basic}}}\n';
    const others = { p2: purposes.p3, p3: purposes.p2 };
    t.strictSame((await account(t, old, host + defaults)).settings, { privacy: { gdpr: { purposes: others } } });
    const empty = 'account_defaults: {gdpr: {purpose2: {enforce_algo: ""}}}\n';
    t.strictSame((await account(t, old, host + empty)).settings, { privacy: { gdpr: { purposes } } });
  },
);

t.test('an empty or unknown algorithm of the host is full, also for its accounts', async (t) => {
  const purpose2 = { enforce_purpose: true, enforce_vendors: true };
  for (const word of ['', 'strict']) {
    const host = `gdpr: {default_value: "1", tcf2: {purpose2: {enforce_algo: "${word}"}}}\nport: 8001\n`;
    const { settings } = await account(t, { gdpr: { purpose2 } }, host);
    t.strictSame(settings, { privacy: { gdpr: { purposes: { p2: { enforce: 'full' } } } } }, `"${word}"`);
  }
});

t.test('an activity rule denies unless it allows, and an empty list is no condition', async (t) => {
  const condition = { componentname: [], gppSid: [], componentType: ['bidder'] };
  const fetchBids = { default: true, rules: [{ condition }, { condition: { componentName: [] }, allow: true }] };
  const old = { privacy: { allowactivities: { fetchBids, syncUser: { rules: [{ allow: null }] } } } };
  const { settings, messages } = await account(t, old);
  const rules = [
    { condition: { componentType: ['bidder'] }, allow: false },
    { condition: {}, allow: true },
  ];
  const allowActivities = { fetchBids: { default: true, rules }, syncUser: { rules: [{ allow: false }] } };
  t.strictSame(settings, { privacy: { allowActivities } });
  t.notMatch(messages, /allowactivities/);
});

t.test('basic for purpose 2 tells that legitimate interest no longer suffices', async (t) => {
  const said = async (purpose: string) =>
    (await account(t, { gdpr: { [purpose]: { enforce_algo: 'basic' } } })).messages;
  t.match(
    await said('purpose2'),
    /^account "pub" gdpr\.purpose2\.enforce_algo: basic asks for consent .* legitimate interest/m,
  );
  t.notMatch(await said('purpose7'), 'legitimate interest');
});
