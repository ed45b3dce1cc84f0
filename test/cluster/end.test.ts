/** The end of a service in the middle of something else (interface, 'Commands'). */
import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Cluster } from '../../src/cluster.ts';
import { createLog } from '../../src/observe/log.ts';

cluster.setupPrimary({ exec: join(import.meta.dirname, 'mortal-process.ts') });

/** A service whose first three processes listen and later ones die at their start, and the ids of its processes. */
function open(t: Test): { readonly running: Cluster; readonly forked: number[] } {
  const forked: number[] = [];
  const note = ({ id }: Worker): void => void forked.push(id);
  cluster.on('fork', note);
  t.teardown(() => cluster.off('fork', note));
  const unused = () => t.fail('nothing is refused or broken');
  const parts = { log: createLog('silent'), showFaults: unused, onBroken: unused };
  const running = new Cluster(
    { name: 'older', text: '' },
    { ...parts, readFile: () => ({ file: { name: 'newer', text: '' } }) },
  );
  return { running, forked };
}

/** Resolves when the process has died and the service pauses before its next try. */
async function died(process: number): Promise<void> {
  await new Promise<void>((resolve) => cluster.on('exit', ({ id }: Worker) => id === process && resolve()));
  await turn();
}

t.test(
  'no process is started once the service ends, even if a restart is due to start one after a failed start',
  async (t) => {
    const { running, forked } = open(t);
    t.match(await running.start(), { processes: 2 });
    const restarted = running.restart();
    await died(4);
    await running.end();
    await restarted;
    t.strictSame(forked, [1, 2, 3, 4]);
    t.equal(running.deaths, 1, 'a process that died at its start is counted, those that were asked to end are not');
    t.strictSame(Object.keys(cluster.workers!), []);
  },
);

t.test('no process is started once the service ends, even if its first one has failed', async (t) => {
  const { running, forked } = open(t);
  const started = running.start();
  await died(5);
  await running.end();
  t.match(await started, { isDeath: true });
  t.strictSame(forked, [5]);
  t.strictSame(Object.keys(cluster.workers!), []);
});
