/** What the admin port says of stored data reaches other machines by one process, also while that process ends. */
import { createServer } from 'node:http';
import t from 'tap';
import { Channel } from '../src/cluster-messages.ts';
import { loadConfig } from '../src/config/load.ts';
import { createLog } from '../src/observe/log.ts';
import { serve } from '../src/serve.ts';
import { redisStore } from '../src/stored/redis-store.ts';
import type { StoredChange } from '../src/stored/store.ts';
import { testFolder } from './support/folder.ts';
import { listening } from './support/listening.ts';
import { redisSkip, startRedis } from './support/redis.ts';
import { until } from './support/until.ts';

t.test('a process whose last events are slow to go tells of changes meanwhile', { skip: redisSkip }, async (t) => {
  const redis = await startRedis();
  t.teardown(() => redis.stop());
  let posts = 0;
  const collector = await listening(
    t,
    createServer(() => void posts++),
  );
  const settings = {
    host: '127.0.0.1',
    port: 0,
    workers: 0,
    privacy: { gdpr: { defaultScope: false } },
    stored: { source: 'redis', url: redis.url },
    cache: { path: testFolder(t) },
    analytics: { http: { url: `http://127.0.0.1:${collector}/`, flushMs: 1 } },
  };
  const file = { name: 'test', text: JSON.stringify(settings) };
  const loaded = loadConfig({ file, env: {}, flags: {}, knownAdapters: new Set() });
  if ('faults' in loaded) throw new Error(loaded.faults.join());
  const channel = new Channel();
  const log = createLog('error');
  const service = await serve(loaded.config, { log, version: '0', revision: '', env: {}, channel });
  const changes: StoredChange[] = [];
  const other = redisStore(redis.url);
  t.teardown(() => other.close());
  other.watch!((change) => changes.push(change));
  t.ok(await until(() => changes.length === 1));
  await fetch(`http://127.0.0.1:${service.port}/openrtb2/auction`, { method: 'POST', body: '{}' });
  t.ok(await until(() => posts > 0), 'an event is on its way');
  const ended = service.drain({ delayMs: 0, isLast: true });
  t.ok(
    await until(() =>
      fetch(`http://127.0.0.1:${service.port}/status`).then(
        () => false,
        () => true,
      ),
    ),
  );
  const keys = [{ kind: 'imps', id: 'top' }] as const;
  channel.tell('storedChanged', { keys, announcer: process.pid });
  await ended;
  t.ok(await until(() => changes.length === 2));
  t.same(changes[1], keys);
});
