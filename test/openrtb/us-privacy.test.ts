/** What a `us_privacy` string says (decisions, 'Privacy'). */
import t from 'tap';
import { usPrivacyOptsOut } from '../../src/openrtb/us-privacy.ts';

t.test('us_privacy opts out by its third character, and only as it is written', async (t) => {
  for (const text of ['1YYN', '1NYN', '1-Y-', '1yyn']) t.equal(usPrivacyOptsOut(text), true, text);
  for (const text of ['1YNN', '1---', '1YN', '2YYN', '1YYNN', 'YYYY', '', '1YYN\n']) {
    t.equal(usPrivacyOptsOut(text), false, JSON.stringify(text));
  }
});
