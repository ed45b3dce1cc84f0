/** Cookies in a header made to be slow to read. */
import t from 'tap';
import { cookieValues } from '../../src/usersync/cookie-header.ts';

t.test('an equals sign behind many semicolons is searched for once', async (t) => {
  const text = `${';'.repeat(100)}a=1; b=2`;
  let searches = 0;
  const header = Object.assign(new String(text), {
    indexOf: (mark: string, from: number) => {
      if (mark === '=') searches += 1;
      return text.indexOf(mark, from);
    },
  }) as unknown as string;
  t.strictSame(cookieValues(header, 'b', 1), ['2']);
  t.equal(searches, 2);
});
