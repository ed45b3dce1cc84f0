/** Two services that share PostgreSQL or Redis, as on two machines: cached bids, changes and invalidations reach both (issue 7, 'Must hold'). */
import { request as httpRequest } from 'node:http';
import t, { type Test } from 'tap';
import { createClient } from 'redis';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import type { EditableStore, StoredEntry } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { startBidders } from '../support/bidders.ts';
import { postgresSkip, startPostgres } from '../support/postgres.ts';
import { startConfigured } from '../support/process.ts';
import { redisSkip, startRedis } from '../support/redis.ts';
import { succeeds, until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const skip = postgresSkip || redisSkip;
const bidders = await startBidders(t);
const bid = { id: 'b1', impid: 'i1', price: 2, crid: 'c1', w: 300, h: 250, adm: '<b>ad</b>' };
bidders.answer('acme', { body: { seatbid: [{ bid: [bid] }] } });

const postgres = skip === false ? await startPostgres(t) : undefined;
const redis = skip === false ? await startRedis(t) : undefined;

/** A stored imp; its `displaymanager` shows which version an auction used. */
const entry = (version: string): StoredEntry => ({
  kind: 'imps',
  id: 'top',
  text: Buffer.from(
    JSON.stringify({ displaymanager: version, banner: { w: 300, h: 250 }, ext: { svc: { bidder: { acme: {} } } } }),
  ),
});

interface Machine {
  readonly url: string;
  readonly adminUrl: string;
  /** The version of the stored imp that an auction over a new connection used, or the text of its refusal. */
  version(): Promise<string>;
}

async function startMachine(t: Test, stored: object, processes: number): Promise<Machine> {
  const service = await startConfigured(t, {
    processes,
    workers: 0,
    drainDelayMs: 0,
    auction: { tmaxDefaultMs: 4000 },
    bidders: bidders.settings('acme'),
    privacy: { gdpr: { defaultScope: false } },
    cache: { store: 'redis', url: redis!.url, timeoutMs: 2000 },
    // No text expires during this test.
    stored: { timeoutMs: 5000, ttlSeconds: 600, ...stored },
  });
  const port = await service.listening();
  const [, adminPort] = await service.said(/"adminPort":(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    version: () =>
      auction(url).then(
        ({ ext }) => ext.debug.resolvedrequest.imp[0]!.displaymanager,
        (error: Error) => error.message,
      ),
  };
}

interface Answer {
  readonly seatbid: readonly {
    readonly bid: readonly { readonly ext: { readonly svc: { readonly targeting: Record<string, string> } } }[];
  }[];
  readonly ext: {
    readonly debug: { readonly resolvedrequest: { readonly imp: readonly { readonly displaymanager: string }[] } };
  };
}

/** One auction over its own connection, so that any process of the service may get it. */
function auction(url: string): Promise<Answer> {
  const body = JSON.stringify({
    id: 'r1',
    test: 1,
    imp: [{ id: 'i1', ext: { svc: { storedrequest: { id: 'top' } } } }],
    site: { page: 'https://news.example/' },
    ext: { svc: { targeting: { includewinners: true }, cache: { bids: {} } } },
  });
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/openrtb2/auction`, { method: 'POST', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text) as Answer) : reject(new Error(text)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The versions that twelve auctions on each machine use. */
async function versions(machines: readonly Machine[]): Promise<readonly string[]> {
  const all = machines.flatMap((machine) => Array.from({ length: 12 }, () => machine.version()));
  return [...new Set(await Promise.all(all))];
}

function reach(machines: readonly Machine[], version: string): Promise<boolean> {
  return until(async () => (await versions(machines)).join() === version);
}

interface Shared {
  readonly source: 'postgres' | 'redis';
  /** Processes of the first machine. */
  readonly processes: number;
  readonly open: () => Promise<EditableStore>;
  /** Changes the text without any notification. */
  readonly changeSilently: (version: string) => Promise<void>;
}

const shared: readonly Shared[] = [
  {
    source: 'postgres',
    processes: 2,
    open: async () => {
      await migratePostgres(postgres!.url);
      return postgresStore(postgres!.url, { connections: 1, giveUpMs: 5000 });
    },
    changeSilently: async (version) => {
      const text = Buffer.from(entry(version).text).toString();
      await postgres!.query('ALTER TABLE gavel_stored DISABLE TRIGGER USER');
      await postgres!.query(`UPDATE gavel_stored SET data = $1 WHERE id = 'top'`, [text]);
      await postgres!.query('ALTER TABLE gavel_stored ENABLE TRIGGER USER');
    },
  },
  {
    source: 'redis',
    processes: 1,
    open: () => Promise.resolve(redisStore(redis!.url)),
    changeSilently: async (version) => {
      const client = await createClient({ url: redis!.url }).connect();
      await client.set('gavel:stored:imps/top', Buffer.from(entry(version).text).toString());
      client.destroy();
    },
  },
];

async function saved(store: EditableStore, version: string): Promise<void> {
  const isSaved = (): Promise<boolean> => succeeds(store.save([entry(version)]));
  if (!(await until(isSaved))) await store.save([entry(version)]);
}

const send = (machine: Machine, method: string, body: object): Promise<Response> =>
  fetch(`${machine.adminUrl}/storedrequests/openrtb2`, { method, body: JSON.stringify(body) });

for (const { source, processes, open, changeSilently } of shared) {
  t.test(`two machines that share ${source} share cached bids, changes and invalidations`, { skip }, async (t) => {
    const store = closedWith(t, await open());
    await saved(store, 'v1');
    const stored = { source, url: source === 'postgres' ? postgres!.url : redis!.url };
    const [a, b] = await Promise.all([startMachine(t, stored, processes), startMachine(t, stored, 1)]);
    const both = [a, b];
    t.ok(await reach(both, 'v1'));

    let id: string | undefined;
    // A process connects to Redis in the background.
    const isKept = async (): Promise<boolean> => {
      id = (await auction(a.url)).seatbid[0]!.bid[0]!.ext.svc.targeting['hb_cache_id'];
      return id !== undefined;
    };
    t.ok(await until(isKept));
    const cached = await fetch(`${b.url}/cache?uuid=${id}`);
    t.match(await cached.json(), bid, 'a bid cached by one machine is served by the other');

    await store.save([entry('v2')]);
    t.ok(await reach(both, 'v2'), 'a change that the source reports reaches every process of both');

    await changeSilently('v3');
    t.strictSame(await versions(both), ['v2'], 'a change without a notification is not noticed');
    const forgotten = await send(a, 'DELETE', { imps: ['top'] });
    t.match([forgotten.status, await forgotten.text()], wholeLists([200, '1 forgotten\n']));
    t.ok(await reach(both, 'v3'), 'an invalidation at one machine reaches every process of both');

    const kept = await send(a, 'POST', { imps: { top: JSON.parse(Buffer.from(entry('v4').text).toString()) } });
    t.match([kept.status, await kept.text()], wholeLists([200, '1 kept until they expire\n']));
    t.ok(await reach([a], 'v4'), 'a text posted to one machine is used by all its processes');
    t.strictSame(await versions([b]), ['v3'], 'but not by the other machine');
    await send(a, 'DELETE', { imps: ['top'] });
    t.ok(await reach(both, 'v3'));

    t.match(
      await (await send(a, 'DELETE', { imp: ['top'], imps: 'top' })).text(),
      /"imp" is not a kind.*\n.*"imps" must be a list of ids/,
    );
  });
}
