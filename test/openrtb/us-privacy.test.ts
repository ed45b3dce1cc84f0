/** Reading a `us_privacy` string (decisions, 'Privacy'). */
import t from 'tap';
import { usPrivacyOptsOut } from '../../src/openrtb/us-privacy.ts';

t.test('a valid us_privacy string with Y as its third character opts out', async (t) => {
  for (const text of ['1YYN', '1NYN', '1-Y-', '1yyn']) t.equal(usPrivacyOptsOut(text), true, text);
  for (const text of ['1YNN', '1---', '1YN', '2YYN', '1YYNN', 'YYYY', '', '1YYN\n']) {
    t.equal(usPrivacyOptsOut(text), false, JSON.stringify(text));
  }
});
