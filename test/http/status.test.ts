/** `GET /status`. */
import t from 'tap';
import { fetch } from 'undici';
import { statusRoute } from '../../src/http/status.ts';
import { open } from './front.ts';

t.test('204 while healthy, 503 once draining', async (t) => {
  let isDraining = false;
  const { url } = await open(t, [statusRoute(() => isDraining)]);
  const healthy = await fetch(`${url}/status`);
  t.equal(healthy.status, 204);
  t.equal(healthy.headers.get('cache-control'), 'no-store');
  t.equal((await fetch(`${url}/status`, { method: 'HEAD' })).status, 204);
  isDraining = true;
  const draining = await fetch(`${url}/status`);
  t.equal(draining.status, 503);
  t.equal(await draining.text(), 'draining\n');
});
