/** A service whose source of stored data is stopped, slow or mad, at its start and in the middle (issue 7, 'Must hold'). */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import { nameOf, type StoredEntry } from '../../src/stored/store.ts';
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
  await until(() => succeeds(store.save(entries)));
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
  /** The status and the text of an auction for the stored imp `id`. */
  auction(id: string): Promise<{ status: number; text: string }>;
  /** True once an auction for `id` is answered with `status`. */
  comesTo(id: string, status: number): Promise<boolean>;
  log(): string;
  /** True once the log, which may come later than an answer, holds what `pattern` matches. */
  tells(pattern: RegExp): Promise<boolean>;
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
    const response = await fetch(`http://127.0.0.1:${port}/openrtb2/auction`, { method: 'POST', body });
    return { status: response.status, text: await response.text() };
  };
  const comesTo: Running['comesTo'] = (id, status) => until(async () => (await auction(id)).status === status);
  const log = (): string => service.output.stdout;
  return { auction, comesTo, log, tells: (pattern) => until(() => pattern.test(log())) };
}

async function checkOutage(
  t: Test,
  mode: Exclude<Mode, 'well'>,
  { proxy, service }: { proxy: FaultyProxy; service: Running },
): Promise<void> {
  t.equal((await service.auction('top')).status, 200, `${mode}: known before`);
  await proxy.become(mode);
  // Longer than the text is believed.
  await sleep(1200);
  for (let times = 0; times < 5; times++) t.equal((await service.auction('top')).status, 200, 'what is known serves');
  let cold: object | undefined;
  void service.auction(`cold-${mode}`).then((answer) => (cold = answer));
  t.ok(await until(() => cold !== undefined), 'it does not take the time of the auction');
  t.strictSame(cold, { status: 503, text: 'Invalid request: stored data cannot be read now: try again later\n' });
  await proxy.become('well');
  t.ok(await service.comesTo(`cold-${mode}`, 200), 'it recovers without a restart');
}

for (const { name, skip, start, url } of sources) {
  t.test(
    `a ${name} source that is away, slow or talks garbage costs what is not known, and is found again`,
    { skip, buffered: true, timeout: 280_000 },
    async (t) => {
      const proxy = await startFaultyProxy(t, await start(t));
      const service = await startService(t, { source: name, url: url(proxy.port) });
      t.match(await service.auction('top'), { status: 503 }, 'it boots, and cannot know');
      t.ok(await service.tells(/"reason":"[^"]+".*stored data cannot be read/), 'and says why');
      await proxy.become('well');
      t.ok(await service.comesTo('top', 200), 'it finds its source');
      t.ok(await service.tells(/stored data can be read again/), 'and says so');
      for (const mode of ['stopped', 'slow', 'garbage'] as const) await checkOutage(t, mode, { proxy, service });
      t.notMatch(service.log(), /"level":50/, 'and nothing is a bug');
    },
  );
}

t.test('nobody listens at the start', { buffered: true }, async (t) => {
  // Only the first reason is told: of a busy machine that would be that no answer came in a second.
  const stored = { source: 'postgres', url: 'postgres://u:secret@127.0.0.1:1/db', timeoutMs: 5000 };
  const service = await startService(t, stored);
  t.match(await service.auction('top'), { status: 503 });
  t.ok(await service.tells(/ECONNREFUSED.*stored data cannot be read/), 'it says why');
  t.notMatch(service.log(), /secret/);
});
