/** `GET /version`. */
import t from 'tap';
import { fetch } from 'undici';
import { versionRoute } from '../../src/http/version.ts';
import { open } from './front.ts';

t.test('names the version and the revision', async (t) => {
  const { url } = await open(t, [versionRoute({ version: '1.2.3', revision: 'abc' })]);
  const reply = await fetch(`${url}/version`);
  t.strictSame([reply.status, reply.headers.get('content-type')], [200, 'application/json']);
  t.strictSame(await reply.json(), { version: '1.2.3', revision: 'abc' });
});
