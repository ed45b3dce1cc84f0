/** Run by cluster/channel.test: a primary and three workers that tell and ask each other; prints what each heard. */
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { Channel } from '../../src/cluster/channel.ts';
import type { Topics } from '../../src/cluster/topics.ts';

const channel = new Channel();
const name = cluster.isWorker ? `worker ${cluster.worker!.id}` : 'primary';
channel.hear('storedChanged', ({ keys }) => process.stdout.write(`${name} heard ${keys[0]?.id}\n`));
channel.hear('captureCounted', (id) => process.stdout.write(`${name} alone heard ${id}\n`));
const state = { dataAsOf: '', readAtMs: 0, stale: false, fault: '' };

if (cluster.isPrimary) await lead();
else follow();

function change(id: string): Topics['storedChanged'] {
  return { keys: [{ kind: 'requests', id }], announcer: 0 };
}

async function lead(): Promise<void> {
  const workers = [cluster.fork(), cluster.fork(), cluster.fork()];
  let ready = 0;
  cluster.on('message', (_, message) => void (message === 'ready' && ready++));
  while (ready < workers.length) await sleep(10);
  channel.tell('storedChanged', change('from the primary'));
  workers[0]!.send('tell');
  const answers = await channel.ask('rates', 1500);
  process.stdout.write(`asked ${answers.map(([source]) => source?.name).join(' and ')} of ${channel.pids().size}\n`);
  workers[1]!.send({ gavel: 'answered', id: 1 });
  // JSON has it, so another library might send it.
  workers[1]!.send(null as never);
  await sleep(300);
  process.stdout.write(`alive after a foreign message: ${!workers[1]!.isDead()}\n`);
  // Longer than the test waits for this process.
  const asked = channel.ask('rates', 60_000);
  workers[2]!.process.kill('SIGKILL');
  process.stdout.write(`one died beside ${(await asked).map(([source]) => source?.name).join(' and ')}\n`);
  for (const worker of workers) worker.process.kill('SIGKILL');
}

function follow(): void {
  const { id } = cluster.worker!;
  if (id === 1) channel.answer('rates', () => [{ ...state, name }]);
  if (id === 2) channel.answer('rates', () => Promise.reject(new Error('broken')));
  // The third hangs when it is asked.
  if (id === 3) channel.answer('rates', () => new Promise(() => undefined));
  process.on('message', (message) => {
    if (message !== 'tell') return;
    channel.tell('storedChanged', change(`from ${name}`));
    channel.tellPrimary('captureCounted', `from ${name}`);
  });
  process.send!(null);
  process.send!('ready');
}
