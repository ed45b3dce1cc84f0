/** Look-ups that wait for a connection are joined into one query, over HTTP and PostgreSQL (issue 7, 'Must hold'). */
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createDoor } from 'node:net';
import t, { type Test } from 'tap';
import { httpStore } from '../../src/stored/http-store.ts';
import { joinLookUps } from '../../src/stored/join-look-ups.ts';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { FaultyQuery } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { postgresSkip, startPostgres } from '../support/postgres.ts';
import { relay } from '../support/relay.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { imp } from './imp.ts';

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();
const ids = Array.from({ length: 150 }, (_, at) => `i${at}`);
const limits = { connections: 1, giveUpMs: 60_000 };

t.test('over HTTP: 150 waiting look-ups are joined into two queries, and each gets its own answer', async (t) => {
  const asked: string[][] = [];
  let held: ServerResponse | undefined;
  const server = createServer((request, response) => {
    const found = JSON.parse(new URL(request.url!, 'http://x').searchParams.get('imp-ids')!) as string[];
    asked.push(found);
    if (asked.length === 1) held = response;
    else response.end(JSON.stringify({ imps: Object.fromEntries(found.map((id) => [id, { id }])) }));
  });
  const store = closedWith(t, httpStore(`http://127.0.0.1:${await listening(t, server)}/`, limits));
  const first = store.fetch([imp('first')]);
  t.ok(await until(() => held !== undefined));
  const others = ids.map((id) => store.fetch([imp(id)]));
  held!.end('{}');
  t.strictSame(await first, [undefined]);
  t.strictSame(
    (await Promise.all(others)).map(([bytes]) => text(bytes)),
    ids.map((id) => `{"id":"${id}"}`),
  );
  t.strictSame(asked, [['first'], ids.slice(0, 100), ids.slice(100)]);
});

/** The results of five joined look-ups at a source that answers one of them with this status. */
async function fatesAt(t: Test, status: number): Promise<readonly (string | undefined)[]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const found = JSON.parse(new URL(request.url!, 'http://x').searchParams.get('imp-ids')!) as string[];
    if (found.includes('first')) await released;
    if (found.includes('refused')) return void response.writeHead(status).end();
    const texts = found.map((id) => `"${id}":${id === 'deep' ? '['.repeat(600) + ']'.repeat(600) : 1}`);
    response.end(`{"imps":{${texts.join(',')}}}`);
  });
  const store = closedWith(t, httpStore(`http://127.0.0.1:${await listening(t, server)}/`, limits));
  const first = store.fetch([imp('first')]);
  const others = ['a', 'refused', 'b', 'deep', 'c'].map((id) => store.fetch([imp(id)]));
  release();
  await first;
  return (await Promise.allSettled(others)).map((end) =>
    end.status === 'fulfilled' ? text(end.value[0]) : (end.reason as Error).message,
  );
}

t.test('over HTTP: a refused id or an invalid text fails only its own look-up', async (t) => {
  for (const status of [400, 404, 414, 422]) {
    const alone = ['1', new RegExp(`status ${status}`), '1', /more than 512 levels/, '1'];
    t.match(await fatesAt(t, status), wholeLists(alone), `${status}`);
  }
  t.match(
    await fatesAt(t, 500),
    wholeLists(Array(5).fill(/status 500/)),
    'a failing source is not asked again for each look-up',
  );
});

t.test('splitting a refused query uses no more connections and does not delay other look-ups', async (t) => {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  let underWay = 0;
  let most = 0;
  const fetch = joinLookUps(
    async (keys) => {
      asked.push(keys.map(({ id }) => id));
      most = Math.max(most, ++underWay);
      if (asked.length <= 2) await new Promise<void>((resolve) => ends.push(resolve));
      underWay -= 1;
      if (keys.some(({ id }) => id === 'refused')) throw new FaultyQuery('it is refused');
      return keys.map(() => undefined);
    },
    { connections: 1, giveUpMs: 60_000 },
  );
  const first = fetch([imp('first')]);
  const doubted = ['a', 'refused', 'b'].map((id) => fetch([imp(id)]));
  ends[0]!();
  await first;
  t.ok(await until(() => ends.length === 2));
  const others = ['c', 'd'].map((id) => fetch([imp(id)]));
  ends[1]!();
  t.strictSame(await Promise.all([doubted[0], doubted[2], ...others]), [
    [undefined],
    [undefined],
    [undefined],
    [undefined],
  ]);
  await t.rejects(doubted[1]!, { message: 'it is refused' });
  t.strictSame(asked, [['first'], ['a', 'refused', 'b'], ['a'], ['c', 'd'], ['refused'], ['b']]);
  t.equal(most, 1);
  const many = ['held', ...ids, 'refused'].map((id) => fetch([imp(id)]));
  const fates = (await Promise.allSettled(many)).map(({ status }) => status);
  t.equal(fates.filter((one) => one === 'fulfilled').length, 101, 'a query with too many look-ups is not split');
});

t.test('a waiting look-up uses a connection that has answered, not one that has failed', async (t) => {
  const asked: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const fetch = joinLookUps(
    async (keys) => {
      asked.push(...keys.map(({ id }) => id));
      ends.push(Promise.withResolvers());
      await ends.at(-1)!.promise;
      return keys.map(() => undefined);
    },
    { connections: 2, giveUpMs: 60_000 },
  );
  const [a, b, c] = ['a', 'b', 'c'].map((id) => fetch([imp(id)]));
  ends[0]!.resolve();
  await a;
  t.strictSame(asked, ['a', 'b', 'c'], 'while another query is still open');
  const d = fetch([imp('d')]);
  ends[1]!.reject(new Error('it is away'));
  await t.rejects(b!, { message: 'it is away' });
  t.strictSame(asked, ['a', 'b', 'c']);
  ends[2]!.resolve();
  await c;
  t.strictSame(asked, ['a', 'b', 'c', 'd']);
  ends[3]!.resolve();
  await d;
});

t.test(
  'over PostgreSQL: 150 waiting look-ups are joined, and an invalid id is found by halving',
  { skip: postgresSkip },
  async (t) => {
    const server = await startPostgres(t);
    await migratePostgres(server.url);
    const { url, asked } = await listenedTo(t, server.url);
    const store = closedWith(t, postgresStore(url, limits));
    await store.save(ids.map((id) => ({ ...imp(id), text: Buffer.from(`{"id":"${id}"}`) })));
    const found = await Promise.all([imp('first'), ...ids.map(imp)].map((key) => store.fetch([key])));
    t.strictSame(
      found.map(([bytes]) => text(bytes)),
      [undefined, ...ids.map((id) => `{"id":"${id}"}`)],
    );
    t.equal(asked(), 3);
    await server.query(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
    const latin = await listenedTo(t, server.url.replace(/[^/]+$/, 'latin'));
    await migratePostgres(latin.url);
    const other = closedWith(t, postgresStore(latin.url, limits));
    await Promise.all(['first', ...ids.slice(1, 100), '漢'].map((id) => other.fetch([imp(id)])));
    t.ok(latin.asked() < 30, 'an id that the database cannot encode is found by halving');
  },
);

t.test('a failed query fails all its look-ups, and one that has waited too long is rejected unasked', async (t) => {
  const asked: string[][] = [];
  let end: (() => void) | undefined;
  const fetch = joinLookUps(
    async (keys) => {
      asked.push(keys.map(({ id }) => id));
      await new Promise<void>((resolve) => (end = resolve));
      if (keys.length > 1) throw new Error('it is away');
      return keys.map(() => undefined);
    },
    { connections: 1, giveUpMs: 1 },
  );
  const first = fetch([imp('a')]);
  const isRejected = t.rejects(fetch([imp('b')]), { message: 'every connection was in use for 1 ms' });
  const sinceMs = performance.now();
  t.ok(await until(() => performance.now() > sinceMs + 1));
  end!();
  await isRejected;
  t.strictSame(await first, [undefined]);
  t.strictSame(asked, [['a']]);
  const again = joinLookUps(
    async (keys) => {
      if (keys.length > 1) throw new Error('it is away');
      return [undefined];
    },
    { connections: 1, giveUpMs: 60_000 },
  );
  const [one, ...two] = await Promise.allSettled([again([imp('a')]), again([imp('b')]), again([imp('c')])]);
  t.equal(one.status, 'fulfilled');
  t.match(two, [{ reason: { message: 'it is away' } }, { reason: { message: 'it is away' } }]);
  t.strictSame(await again([imp('d')]), [undefined], 'later look-ups are asked');
});

t.test('a look-up that has waited too long is rejected even when a query fails while another is open', async (t) => {
  const fates: ((error: Error) => void)[] = [];
  const fetch = joinLookUps(() => new Promise((_resolve, reject) => fates.push(reject)), {
    connections: 2,
    giveUpMs: 1,
  });
  const [first, second, old] = ['a', 'b', 'c'].map((id) => fetch([imp(id)]));
  const isRejected = t.rejects(old!, { message: 'every connection was in use for 1 ms' });
  const sinceMs = performance.now();
  t.ok(await until(() => performance.now() > sinceMs + 1));
  fates[0]!(new Error('it is away'));
  await t.rejects(first!, { message: 'it is away' });
  await isRejected;
  fates[1]!(new Error('it is away'));
  await t.rejects(second!, { message: 'it is away' });
});

/** The URL of a proxy to the database at `to`, and the number of queries that went through it. */
async function listenedTo(t: Test, to: string): Promise<{ readonly url: string; readonly asked: () => number }> {
  let sent = '';
  const url = new URL(to);
  const port = Number(url.port);
  const toServer = (bytes: Buffer): Buffer => {
    sent += bytes.toString('latin1');
    return bytes;
  };
  const door = createDoor((client) => relay(client, port, { toServer }));
  url.port = String(await listening(t, door));
  return { url: url.href, asked: () => sent.split('SELECT k.n').length - 1 };
}
