/** How long something is waited for (issue 7, 'Must hold'). */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { inTime } from '../src/in-time.ts';

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
