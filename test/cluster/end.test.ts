/** The end of a service in the middle of something else (interface, 'Commands'). */
import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { Cluster } from '../../src/cluster.ts';
import { createLog } from '../../src/observe/log.ts';

cluster.setupPrimary({ exec: join(import.meta.dirname, '../support/mortal-process.ts') });

t.test('no process is started once the service ends, even if one is due after a failed start', async (t) => {
  const forked: number[] = [];
  cluster.on('fork', ({ id }) => forked.push(id));
  const unused = () => t.fail('nothing is refused or broken');
  const parts = { log: createLog('silent'), showFaults: unused, onBroken: unused };
  const running = new Cluster(
    { name: 'older', text: '' },
    { ...parts, readFile: () => ({ file: { name: 'newer', text: '' } }) },
  );
  t.match(await running.start(), { processes: 2 });
  const died = new Promise<void>((resolve) => {
    cluster.on('exit', ({ id }: Worker) => id === 4 && resolve());
  });
  const restarted = running.restart();
  await died;
  // The restart now pauses before the next try.
  await turn();
  await running.end();
  await restarted;
  t.strictSame(forked, [1, 2, 3, 4]);
  t.strictSame(Object.keys(cluster.workers!), []);
});
