/** Waiting for a promise with a time limit (issue 7, 'Must hold'). */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as later } from 'node:timers/promises';
import t from 'tap';
import { inTime } from '../src/in-time.ts';
import { listening } from './support/listening.ts';
import { stand } from './support/stand.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const never = new Promise<never>(() => {});

t.test('a promise settled in time gives its outcome, a late one undefined', async (t) => {
  t.equal(await inTime(Promise.resolve('here'), 1000), 'here');
  t.equal(await inTime(never, 1), undefined);
  await t.rejects(inTime(Promise.reject(new Error('broken')), 1000), { message: 'broken' });
});

t.test('a time limit in the past is no wait, and causes no warning (Node 24 and later)', async (t) => {
  const warned = once(process, 'warning').then(([warning]) => warning as Error);
  t.equal(await inTime(never, -20), undefined);
  t.equal(await Promise.race([warned, turn('none')]), 'none');
});

t.test('a settled promise leaves no timer', async (t) => {
  const before = timers();
  await inTime(Promise.resolve(), 60_000);
  t.equal(timers(), before);
});

t.test('data that arrived in time count, though this process was too busy to read them', async (t) => {
  const server = createServer();
  const client = connect(await listening(t, server), '127.0.0.1');
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [[Socket], unknown];
  t.teardown(() => client.destroy());
  const heard = inTime(once(client, 'data'), 20);
  socket.write('here');
  stand(60);
  t.strictSame(String(await heard), 'here');
});

t.test('time in which this process was busy may be added, up to a bound', async (t) => {
  const served = inTime(later(130, 'here'), 20, 1000);
  const late = [0, 10, 1000].map((busyMs) => inTime(never, 20, busyMs));
  stand(100);
  t.equal(await served, 'here');
  t.strictSame(await Promise.all(late), [undefined, undefined, undefined]);
});

t.test('busy time is not added once the bound has passed', async (t) => {
  const late = inTime(never, 20, 2000);
  const { now } = performance;
  performance.now = () => now.call(performance) + 3000;
  t.teardown(() => (performance.now = now));
  t.equal(await Promise.race([late, later(1000, 'waits on')]), undefined);
});
