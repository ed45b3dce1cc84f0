/** Requests to the host's own servers go over HTTP/1.1, whatever these offer (issue 7, 'Must hold'). */
import { createSecureServer } from 'node:http2';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import t, { type Test } from 'tap';
import { HttpModule } from '../src/analytics/http-module.ts';
import { HttpCache } from '../src/cache/http-cache.ts';
import { httpStore } from '../src/stored/http-store.ts';
import { fetchText } from '../src/stored/read-bounded.ts';
import { tlsCert, tlsKey } from './auction/fan-out-servers.ts';
import { closedWith } from './support/closed-with.ts';
import { listening } from './support/listening.ts';
import { until } from './support/until.ts';

setDefaultCACertificates([...getCACertificates('default'), tlsCert]);

/** A server that prefers HTTP/2; `versions` are the HTTP versions of its requests. */
async function startServer(t: Test): Promise<{ readonly url: string; readonly versions: string[] }> {
  const versions: string[] = [];
  const server = createSecureServer({ key: tlsKey, cert: tlsCert, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    request.resume();
    response.end('{}');
  });
  return { url: `https://127.0.0.1:${await listening(t, server)}/`, versions };
}

t.test('puts of the bid cache go over HTTP/1.1', async (t) => {
  const { url, versions } = await startServer(t);
  const cache = closedWith(t, new HttpCache(url, 5000));
  await t.rejects(cache.put([{ id: 'a', type: 'json', ttlSeconds: 60, value: Buffer.from('1') }], Infinity));
  t.strictSame(versions, ['1.1']);
});

t.test('stored data are fetched over HTTP/1.1', async (t) => {
  const { url, versions } = await startServer(t);
  const store = closedWith(t, httpStore(url, { connections: 4, giveUpMs: 10_000 }));
  t.strictSame(await store.fetch([{ kind: 'imps', id: 'a' }]), [undefined]);
  t.strictSame(versions, ['1.1']);
});

t.test('events are posted over HTTP/1.1', async (t) => {
  const { url, versions } = await startServer(t);
  const module = new HttpModule({ url, batchSize: 1, flushMs: 10, maxQueued: 10, retryMs: [] }, () => undefined);
  t.teardown(() => module.close());
  module.take(Buffer.from('{}\n'));
  t.ok(await until(() => versions.length > 0));
  t.strictSame(versions, ['1.1']);
});

t.test('texts are fetched over HTTP/1.1', async (t) => {
  const { url, versions } = await startServer(t);
  t.equal(await fetchText(url, { maxBytes: 100, timeoutMs: 20_000 }), '{}');
  t.strictSame(versions, ['1.1']);
});
