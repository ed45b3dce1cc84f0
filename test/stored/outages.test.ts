/** A service whose source of stored data is stopped, slow or answers garbage, at the start and later (issue 7, 'Must hold'). */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import { nameOf, type StoredEntry } from '../../src/stored/store.ts';
import { postAuction } from '../support/auction.ts';
import { startFaultyProxy, type FaultyProxy, type Mode } from '../support/faulty-proxy.ts';
import { listening } from '../support/listening.ts';
import { mysqlSkip, startMysql } from '../support/mysql.ts';
import { postgresSkip, startPostgres } from '../support/postgres.ts';
import { startConfigured } from '../support/process.ts';
import { redisSkip, startRedis } from '../support/redis.ts';
import { loginOf, startS3 } from '../support/s3-server.ts';
import { succeeds, until } from '../support/until.ts';

t.jobs = 4;

const coldIds = ['cold-stopped', 'cold-slow', 'cold-garbage'];
const imp = JSON.stringify({ banner: { w: 300, h: 250 }, ext: { svc: { bidder: { acme: {} } } } });
const entries: readonly StoredEntry[] = ['top', ...coldIds].map((id) => ({ kind: 'imps', id, text: Buffer.from(imp) }));

/** Starts a source that holds `entries`; resolves with its port. */
type StartSource = (t: Test) => Promise<number>;

const sources: {
  readonly name: string;
  readonly skip: string | false;
  readonly start: StartSource;
  readonly url: (port: number) => string;
}[] = [
  {
    name: 'postgres',
    skip: postgresSkip,
    start: startPostgresSource,
    url: (port) => `postgres://gavel@127.0.0.1:${port}/postgres`,
  },
  {
    name: 'mysql',
    skip: mysqlSkip,
    start: startMysqlSource,
    url: (port) => `mysql://root@127.0.0.1:${port}/gavel`,
  },
  { name: 'redis', skip: redisSkip, start: startRedisSource, url: (port) => `redis://127.0.0.1:${port}` },
  { name: 'http', skip: false, start: startHttpSource, url: (port) => `http://127.0.0.1:${port}/stored` },
  { name: 's3', skip: false, start: startS3Source, url: (port) => `http://${loginOf()}@127.0.0.1:${port}/texts` },
];

async function startPostgresSource(t: Test): Promise<number> {
  const server = await startPostgres(t);
  await migratePostgres(server.url);
  const store = postgresStore(server.url, { connections: 1, giveUpMs: 5000 });
  await store.save(entries);
  await store.close();
  return Number(new URL(server.url).port);
}

async function startMysqlSource(t: Test): Promise<number> {
  const server = await startMysql(t);
  await migrateMysql(server.url);
  const store = mysqlStore(server.url, { connections: 1, giveUpMs: 5000 });
  await store.save(entries);
  await store.close();
  return server.port;
}

async function startRedisSource(t: Test): Promise<number> {
  const server = await startRedis(t);
  const store = redisStore(server.url);
  t.ok(await until(() => succeeds(store.save(entries))));
  await store.close();
  return Number(new URL(server.url).port);
}

function startHttpSource(t: Test): Promise<number> {
  const imps = `{${entries.map(({ id, text }) => `"${id}":${Buffer.from(text).toString()}`).join(',')}}`;
  return listening(
    t,
    createServer((_, response) => response.end(`{"imps":${imps}}`)),
  );
}

async function startS3Source(t: Test): Promise<number> {
  const { port, objects } = await startS3(t);
  for (const entry of entries) objects.set(`${nameOf(entry)}.json`, Buffer.from(entry.text));
  return port;
}

interface Running {
  /** The status and text of the answer to an auction for the stored imp `id`. */
  auction(id: string): Promise<{ status: number; text: string }>;
  /** Waits until an auction for `id` is answered with `status`. */
  becomes(id: string, status: number): Promise<boolean>;
  log(): string;
  /** Waits until the log, which may come later than an answer, matches `pattern`. */
  logs(pattern: RegExp): Promise<boolean>;
}

async function startService(t: Test, stored: object): Promise<Running> {
  const service = await startConfigured(t, {
    workers: 0,
    drainDelayMs: 0,
    auction: { tmaxDefaultMs: 60_000, tmaxMaxMs: 60_000 },
    bidders: { acme: { endpoint: 'http://127.0.0.1:1/' } },
    privacy: { gdpr: { defaultScope: false } },
    cache: { path: '<dir>/cache' },
    stored: { timeoutMs: 100, ttlSeconds: 1, ...stored },
  });
  const port = await service.listening();
  const auction: Running['auction'] = async (id) => {
    const body = JSON.stringify({
      id: 'r1',
      imp: [{ id: 'i1', ext: { svc: { storedrequest: { id } } } }],
      site: { page: 'https://a.example/' },
    });
    const response = await postAuction(`http://127.0.0.1:${port}`, body);
    return { status: response.status, text: await response.text() };
  };
  const becomes: Running['becomes'] = (id, status) => until(async () => (await auction(id)).status === status);
  const log = (): string => service.output.stdout;
  return { auction, becomes, log, logs: (pattern) => until(() => pattern.test(log())) };
}

async function checkOutage(
  t: Test,
  mode: Exclude<Mode, 'well'>,
  { proxy, service }: { proxy: FaultyProxy; service: Running },
): Promise<void> {
  t.equal((await service.auction('top')).status, 200, `${mode}: the text is cached`);
  await proxy.become(mode);
  // Longer than the text stays fresh.
  await sleep(1200);
  for (let times = 0; times < 5; times++)
    t.equal((await service.auction('top')).status, 200, 'the cached text is still used');
  let cold: object | undefined;
  void service.auction(`cold-${mode}`).then((answer) => (cold = answer));
  t.ok(await until(() => cold !== undefined), 'the auction does not wait for its whole tmax');
  t.strictSame(cold, { status: 503, text: 'Invalid request: stored data cannot be read now: try again later\n' });
  await proxy.become('well');
  t.ok(await service.becomes(`cold-${mode}`, 200), 'it recovers without a restart');
}

for (const { name, skip, start, url } of sources) {
  t.test(
    `a ${name} source that is stopped, slow or answers garbage fails only what is not cached, and recovers`,
    { skip, buffered: true },
    async (t) => {
      const proxy = await startFaultyProxy(t, await start(t));
      const service = await startService(t, { source: name, url: url(proxy.port) });
      t.match(await service.auction('top'), { status: 503 }, 'it starts, and cannot read the text');
      t.ok(await service.logs(/"reason":"[^"]+".*stored data cannot be read/), 'and logs why');
      await proxy.become('well');
      t.ok(await service.becomes('top', 200), 'it reads the text once the source is there');
      t.ok(await service.logs(/stored data can be read again/), 'and logs that');
      for (const mode of ['stopped', 'slow', 'garbage'] as const) await checkOutage(t, mode, { proxy, service });
      t.notMatch(service.log(), /"level":50/, 'no error is logged');
    },
  );
}

t.test(
  'a source that nobody listens for at the start is logged with the reason, without its password',
  { buffered: true },
  async (t) => {
    // Only the first reason is logged; on a busy machine a short timeout could come before ECONNREFUSED.
    const stored = { source: 'postgres', url: 'postgres://u:secret@127.0.0.1:1/db', timeoutMs: 5000 };
    const service = await startService(t, stored);
    t.match(await service.auction('top'), { status: 503 });
    t.ok(await service.logs(/ECONNREFUSED.*stored data cannot be read/), 'the reason');
    t.notMatch(service.log(), /secret/);
  },
);
