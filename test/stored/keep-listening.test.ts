/** How the pauses between two connections that listen for changes end (issue 7, item 3). */
import t from 'tap';
import { keepListening } from '../../src/stored/keep-listening.ts';
import { until } from '../support/until.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

t.test('the pause after a refusal keeps no process alive, and the refusal is reported once', async (t) => {
  const before = timers();
  const reported: unknown[] = [];
  const stop = keepListening(
    async () => 'no right',
    () => undefined,
    (error) => void reported.push(error),
  );
  t.teardown(stop);
  t.ok(await until(() => reported.length > 0));
  t.equal(timers(), before);
  t.strictSame(reported, ['no right']);
});

t.test('a refusal after a connection is reported again', async (t) => {
  const reported: unknown[] = [];
  const stop = keepListening(
    async ({ onBegin }) => {
      if (reported.length > 0) onBegin();
      return 'no right';
    },
    () => undefined,
    (error) => void reported.push(error),
  );
  t.teardown(stop);
  t.ok(await until(() => reported.length > 1));
});
