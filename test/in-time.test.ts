/** How long something is waited for (issue 7, 'Must hold'). */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as later } from 'node:timers/promises';
import t from 'tap';
import { inTime } from '../src/in-time.ts';
import { listening } from './support/listening.ts';
import { stand } from './support/stand.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const never = new Promise<never>(() => {});

t.test('what comes in time is the value, what does not is undefined', async (t) => {
  t.equal(await inTime(Promise.resolve('here'), 1000), 'here');
  t.equal(await inTime(never, 1), undefined);
  await t.rejects(inTime(Promise.reject(new Error('broken')), 1000), { message: 'broken' });
});

t.test('time that has already gone is no wait, of which Node (24 and later) warns of nothing', async (t) => {
  const warned = once(process, 'warning').then(([warning]) => warning as Error);
  t.equal(await inTime(never, -20), undefined);
  t.equal(await Promise.race([warned, turn('none')]), 'none');
});

t.test('what has come leaves no timer behind', async (t) => {
  const before = timers();
  await inTime(Promise.resolve(), 60_000);
  t.equal(timers(), before);
});

t.test('what has come by then is the value, though this process was too busy to read it', async (t) => {
  const server = createServer();
  const client = connect(await listening(t, server), '127.0.0.1');
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [[Socket], unknown];
  t.teardown(() => client.destroy());
  const heard = inTime(once(client, 'data'), 20);
  socket.write('here');
  stand(60);
  t.strictSame(String(await heard), 'here');
});

t.test('time in which this process was too busy to listen may count as none, up to a bound', async (t) => {
  const served = inTime(later(130, 'here'), 20, 1000);
  const late = [0, 10, 1000].map((busyMs) => inTime(never, 20, busyMs));
  stand(100);
  t.equal(await served, 'here');
  t.strictSame(await Promise.all(late), [undefined, undefined, undefined]);
});

t.test('time that this process was too busy is not waited for once more where the bound has gone', async (t) => {
  const late = inTime(never, 20, 2000);
  const { now } = performance;
  performance.now = () => now.call(performance) + 3000;
  t.teardown(() => (performance.now = now));
  t.equal(await Promise.race([late, later(1000, 'waits on')]), undefined);
});
