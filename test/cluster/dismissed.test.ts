/** Restarts that meet the replacement of a dead process (issue 7, item 1). */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import t from 'tap';
import { Cluster } from '../../src/cluster.ts';
import { createLog } from '../../src/observe/log.ts';

const readFile = () => ({ file: { name: 'newer', text: '' } });

cluster.setupPrimary({ exec: join(import.meta.dirname, 'stuck-process.ts') });

t.test('a process that a restart ends while it starts is no failed start', async (t) => {
  const warnings: unknown[] = [];
  const log = Object.assign(createLog('silent'), { warn: (_: object, text: string) => warnings.push(text) });
  const unused = () => t.fail('nothing is refused or broken');
  const running = new Cluster({ name: 'older', text: '' }, { log, readFile, showFaults: unused, onBroken: unused });
  t.teardown(() => running.end());
  t.match(await running.start(), { processes: 2 });
  const replacement = once(cluster, 'fork') as Promise<[Worker]>;
  cluster.workers![1]!.process.kill('SIGKILL');
  const [stuck] = await replacement;
  const ended = once(stuck, 'exit');
  await running.restart();
  t.strictSame(await ended, [null, 'SIGKILL']);
  t.strictSame(Object.keys(cluster.workers!), ['4', '5'], 'both processes are new');
  t.strictSame(warnings, ['a process died: it is replaced']);
});
