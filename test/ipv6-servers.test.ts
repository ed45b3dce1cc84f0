/** Bidders and the host's own servers can be reached over TLS at an IPv6 address (issue 7, 'Must hold'; server-identity.ts). */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import t, { type Test } from 'tap';
import { Client } from 'undici';
import { writeCertificate } from '../bench/farm/certificate.ts';
import { HttpModule } from '../src/analytics/http-module.ts';
import { hostConnector } from '../src/auction/calls/host-connector.ts';
import { RedisClient } from '../src/redis/client.ts';
import { FloorProviders } from '../src/stored/floor-providers.ts';
import { httpStore } from '../src/stored/http-store.ts';
import { mysqlStore } from '../src/stored/mysql-store.ts';
import { postgresStore } from '../src/stored/postgres-store.ts';
import { s3Store } from '../src/stored/s3-store.ts';
import { fetchText } from '../src/stored/read-bounded.ts';
import { greeting, onSecured, packetOf } from './stored/scripted-mysql.ts';
import { closedWith } from './support/closed-with.ts';
import { listening } from './support/listening.ts';
import { ipv6Skip as skip } from './support/skip.ts';

const files = writeCertificate();
const tls = { key: readFileSync(files.keyFile), cert: readFileSync(files.certificateFile) };
setDefaultCACertificates([...getCACertificates('default'), String(tls.cert)]);

const limits = { connections: 1, giveUpMs: 10_000 };

/** A server that answers `{}`; `asked` resolves at its first request. */
async function httpsServer(t: Test): Promise<{ readonly url: string; readonly asked: Promise<unknown> }> {
  const server = createHttpsServer(tls, (request, response) => request.resume().on('end', () => response.end('{}')));
  const asked = once(server, 'request');
  return { url: `https://[::1]:${await listening(t, server, 0, '::1')}/`, asked };
}

t.test('a bidder is reached over TLS at ::1', { skip }, async (t) => {
  const { url } = await httpsServer(t);
  const client = new Client(url, { connect: hostConnector({ connectTimeoutMs: 20_000, rejectUnauthorized: true }) });
  t.teardown(() => client.destroy());
  const { body } = await client.request({ path: '/', method: 'GET' });
  t.equal(await body.text(), '{}');
});

t.test('an HTTP source of stored data is reached over TLS at ::1', { skip }, async (t) => {
  const { url } = await httpsServer(t);
  const store = closedWith(t, httpStore(url, limits));
  t.strictSame(await store.fetch([{ kind: 'imps', id: 'a' }]), [undefined]);
});

t.test('stored data in S3 are reached over TLS at ::1', { skip }, async (t) => {
  const { url, asked } = await httpsServer(t);
  const store = closedWith(t, s3Store(`${url.replace('//', '//key:secret@')}bucket`, limits));
  t.strictSame((await store.fetch([{ kind: 'imps', id: 'a' }])).map(String), ['{}']);
  const [{ headers }] = (await asked) as [IncomingMessage];
  t.equal(headers.host, new URL(url).host, 'the host that is signed');
});

t.test('a text such as rates is fetched over TLS from ::1', { skip }, async (t) => {
  const { url } = await httpsServer(t);
  t.equal(await fetchText(url, { maxBytes: 100, timeoutMs: 20_000 }), '{}');
});

t.test('a provider of price floors is reached over TLS at ::1', { skip }, async (t) => {
  const { url } = await httpsServer(t);
  const told = Promise.withResolvers<string>();
  const log = { info: () => undefined, warn: told.resolve, error: () => undefined };
  new FloorProviders({ providerHosts: ['[::1]'] }, log).of({ url });
  t.match(await told.promise, / gives no floors: /);
});

t.test('a collector of events is reached over TLS at ::1', { skip }, async (t) => {
  const { url, asked } = await httpsServer(t);
  const module = new HttpModule({ url, batchSize: 1, flushMs: 10, maxQueued: 10, retryMs: [] }, () => undefined);
  t.teardown(() => module.close());
  module.take(Buffer.from('{}\n'));
  t.ok(await asked);
});

t.test('Redis is reached over TLS at ::1', { skip }, async (t) => {
  const redis = createTlsServer(tls);
  const spoken = once(redis, 'secureConnection').then(([socket]) => once(socket as Socket, 'data'));
  closedWith(t, new RedisClient(`rediss://[::1]:${await listening(t, redis, 0, '::1')}`));
  t.match(String((await spoken)[0]), /^\*\d/);
});

/** The first bytes over TLS that a PostgreSQL server at `host` gets from a store whose URL has this `query`. */
async function toldPostgres(t: Test, host: string, query: string): Promise<string> {
  const postgres = createServer();
  const spoken = once(postgres, 'connection').then(async ([socket]) => {
    await once(socket as Socket, 'data');
    (socket as Socket).write('S');
    const secure = new TLSSocket(socket as Socket, { ...tls, isServer: true });
    return once(
      secure.on('error', () => undefined),
      'data',
    );
  });
  const port = await listening(t, postgres, 0, host);
  const store = postgresStore(
    `postgres://gavel@${host.includes(':') ? `[${host}]` : host}:${port}/gavel?${query}`,
    limits,
  );
  t.teardown(() => store.close());
  store.fetch([{ kind: 'imps', id: 'a' }]).catch(() => undefined);
  return String((await spoken)[0]);
}

t.test('PostgreSQL is reached over TLS at ::1', { skip }, async (t) => {
  t.match(await toldPostgres(t, '::1', 'sslmode=verify-full'), 'gavel');
});

t.test('sslmode=verify-ca does not check the name of PostgreSQL', async (t) => {
  const query = `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${files.certificateFile}`;
  t.match(await toldPostgres(t, '127.0.0.2', query), 'gavel');
});

/** The first bytes over TLS that a MySQL server at `host` gets from a store whose URL has this `query`; '' when it hangs up. */
async function toldMysql(t: Test, host: string, query: string): Promise<string> {
  const told = Promise.withResolvers<string>();
  const mysql = createServer((socket) => {
    socket.on('error', () => undefined).write(packetOf(greeting, 0));
    onSecured(socket, tls, (secure) => {
      secure.on('error', () => undefined).on('close', () => told.resolve(''));
      secure.once('data', (chunk: Buffer) => told.resolve(String(chunk)));
    });
  });
  const port = await listening(t, mysql, 0, host);
  const name = host.includes(':') ? `[${host}]` : host;
  const store = closedWith(t, mysqlStore(`mysql://gavel@${name}:${port}/gavel?${query}`, limits));
  store.fetch([{ kind: 'imps', id: 'a' }]).catch(() => undefined);
  return told.promise;
}

t.test('MySQL is reached over TLS at ::1', { skip }, async (t) => {
  t.match(await toldMysql(t, '::1', 'ssl-mode=VERIFY_IDENTITY'), 'gavel');
});

t.test(
  'MySQL at an address that its certificate does not name is refused, unless ssl-mode skips that check',
  async (t) => {
    const file = `ssl-ca=${files.certificateFile}`;
    t.equal(await toldMysql(t, '127.0.0.2', file), '', 'ssl-ca alone checks the name');
    t.equal(await toldMysql(t, '127.0.0.2', `ssl-mode=verify_identity&${file}`), '');
    t.match(await toldMysql(t, '127.0.0.2', `ssl-mode=verify_ca&${file}`), 'gavel');
    t.match(await toldMysql(t, '127.0.0.2', 'ssl-mode=required'), 'gavel');
  },
);

t.test('MySQL with an unknown authority is refused, unless ssl-mode skips that check', async (t) => {
  setDefaultCACertificates(getCACertificates('bundled'));
  t.equal(await toldMysql(t, '127.0.0.1', 'ssl-mode=verify_ca'), '');
  t.match(await toldMysql(t, '127.0.0.1', 'ssl-mode=REQUIRED'), 'gavel');
  t.throws(() => mysqlStore('mysql://db.example/gavel?ssl-ca=/nowhere.pem', limits), {
    message: /^ssl-ca of stored\.url cannot be read \(ENOENT\b.*\/nowhere\.pem.*\): name a readable file$/,
  });
});
