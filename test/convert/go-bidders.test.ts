/** Converts the bidders of a Prebid Server (Go) host. */
import t from 'tap';
import { convertText } from './running-convert.ts';

t.test('a user macro without a sync URL, stated or known, is reported and left out', async (t) => {
  const { out, messages } = await convertText(
    t,
    'go',
    'gdpr: {default_value: "1"}\nadapters: {rubicon: {usersync: {redirect: {user_macro: $U}}}}\n',
  );
  const place = 'adapters\\.rubicon\\.usersync\\.redirect\\.user_macro';
  t.match(messages.join('\n'), new RegExp(`^${place}: has no effect without a url: add one, or remove this$`, 'm'));
  t.notMatch(out, 'userMacro');
});
