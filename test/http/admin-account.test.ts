/** The path by which tools of implementation B make the service forget an account's cached settings. */
import t from 'tap';
import { accountRoute } from '../../src/http/admin-account.ts';
import type { StoredKey } from '../../src/stored/store.ts';

async function send(query: string) {
  const forgotten: StoredKey[] = [];
  const { method, path, handle } = accountRoute({ forget: (keys) => forgotten.push(...keys) });
  const { status, body } = await handle({ query: new URLSearchParams(query), body: new Uint8Array() });
  return { at: `${method} ${path}`, status, body, forgotten };
}

t.test('the named account is forgotten', async (t) => {
  t.strictSame(await send('account=1001'), {
    at: 'POST /cache/invalidate',
    status: 200,
    body: '1 forgotten\n',
    forgotten: [{ kind: 'accounts', id: '1001' }],
  });
});

t.test('a request without a valid account is refused with 400 and forgets nothing', async (t) => {
  for (const query of ['', 'account=', 'id=1001', `account=${'a'.repeat(5000)}`]) {
    const { status, body, forgotten } = await send(query);
    t.strictSame([status, forgotten], [400, []], query);
    t.match(body, 'account is missing');
  }
});
