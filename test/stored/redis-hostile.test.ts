/** A fake Redis server whose answers are of another kind, or that hangs while the store is closed. */
import { createServer } from 'node:net';
import t from 'tap';
import { redisStore } from '../../src/stored/redis-store.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { imp } from './imp.ts';
import { answers } from './redis-stores.ts';

t.test('an answer that is not one text or null per key is an error, never a missing text', async (t) => {
  let answer = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (asked) => socket.write(String(asked).includes('INFO') ? '$1\r\n?\r\n' : answer));
  });
  const store = closedWith(t, redisStore(`redis://127.0.0.1:${await listening(t, server)}`));
  answer = '*1\r\n$2\r\n{}\r\n';
  t.ok(await until(() => answers(store)));
  for (answer of [
    '*0\r\n',
    '*2\r\n$-1\r\n$-1\r\n',
    '*1\r\n:9000000000\r\n',
    '*1\r\n*0\r\n',
    '+PONG\r\n',
    ':1\r\n',
    '$-1\r\n',
  ])
    await t.rejects(store.fetch([imp('i1')]), { message: /^the server does not answer as Redis does/ }, answer);
});

t.test('closing leaves no connection for long, even to a server that hangs or accepts it later', async (t) => {
  for (const isSoon of [true, false]) {
    let open = 0;
    let most = 0;
    const server = createServer((socket) => {
      most = Math.max(most, ++open);
      socket
        .on('error', () => undefined)
        .on('close', () => (open -= 1))
        .resume();
    });
    // With a password there is something to wait for.
    const store = redisStore(`redis://u:p@127.0.0.1:${await listening(t, server)}`);
    store.watch!(() => t.fail('heard nothing'));
    if (!isSoon) t.ok(await until(() => most === 2));
    const closedAtMs = performance.now();
    await store.close();
    t.ok(await until(() => most === 2 && open === 0));
    t.ok(performance.now() - closedAtMs < 2500, 'sooner than the clients give up by themselves');
  }
});
