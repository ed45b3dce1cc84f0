/** One process announces changes of stored data to other machines, also while it shuts down. */
import { createServer } from 'node:http';
import t from 'tap';
import { Channel } from '../../src/cluster/channel.ts';
import { hearStored } from '../../src/cluster/stored.ts';
import type { Log } from '../../src/observe/log.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import type { StoredChange } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { postAuction } from '../support/auction.ts';
import { startCluster } from '../support/cluster.ts';
import { listening } from '../support/listening.ts';
import { childrenOf } from '../support/process.ts';
import { redisSkip as skip, startRedis } from '../support/redis.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

t.test('a process that still flushes events at its end announces changes of stored data', { skip }, async (t) => {
  const redis = await startRedis(t);
  let posts = 0;
  const collector = await listening(
    t,
    createServer(() => void posts++),
  );
  const service = await startService(t, {
    stored: { source: 'redis', url: redis.url },
    analytics: { http: { url: `http://127.0.0.1:${collector}/`, flushMs: 1 } },
  });
  const changes: StoredChange[] = [];
  const other = closedWith(t, redisStore(redis.url));
  other.watch!((change) => changes.push(change));
  t.ok(await until(() => changes.length === 1));
  await postAuction(service.url, '{}');
  t.ok(await until(() => posts > 0), 'an event is on its way');
  const ended = service.stop();
  t.ok(
    await until(() =>
      fetch(`${service.url}/status`).then(
        () => false,
        () => true,
      ),
    ),
  );
  const keys = [{ kind: 'imps', id: 'top' }] as const;
  service.channel.tell('storedChanged', { keys, announcer: process.pid });
  await ended;
  t.ok(await until(() => changes.length === 2));
  t.strictSame(changes[1], keys);
});

t.test('a change during a restart is announced by a process that serves', { skip }, async (t) => {
  const redis = await startRedis(t);
  const service = await startCluster(t, { processes: 1, stored: { source: 'redis', url: redis.url } });
  const changes: StoredChange[] = [];
  const other = closedWith(t, redisStore(redis.url));
  other.watch!((change) => changes.push(change));
  t.ok(await until(() => changes.length === 1));
  service.child.kill('SIGHUP');
  t.ok(await until(() => childrenOf(service.child.pid!).length > 0));
  const url = `http://127.0.0.1:${service.adminPort}/storedrequests/openrtb2`;
  const answer = await fetch(url, { method: 'DELETE', body: '{"imps":["top"]}' });
  t.equal(answer.status, 200);
  t.notMatch(service.output.stdout, '"msg":"a process listens"', 'the new process still starts');
  t.ok(await until(() => changes.length === 2));
  t.strictSame(changes[1], [{ kind: 'imps', id: 'top' }]);
});

t.test('changes that cannot be announced are logged with the reason', async (t) => {
  const { announce, close } = redisStore('redis://127.0.0.1:1');
  t.teardown(close);
  const logged: string[] = [];
  const log = { warn: ({ reason }: { reason: string }, text: string) => void logged.push(`${text}: ${reason}`) };
  const stored = { note: () => undefined, keep: () => undefined, announce: announce! };
  const channel = new Channel();
  t.teardown(hearStored(channel, stored, log as unknown as Log));
  channel.tell('storedChanged', { keys: [{ kind: 'imps', id: 'i' }], announcer: process.pid });
  t.ok(await until(() => logged.length === 1));
  t.match(logged[0], /^other machines could not be notified of changed stored data: Redis is not connected/);
});
