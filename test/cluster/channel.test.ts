/** Messages between processes: an announcement reaches all of them, a question those that can answer it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { Channel } from '../../src/cluster/channel.ts';
import type { Topics } from '../../src/cluster/topics.ts';
import { bareEnv } from '../support/run-script.ts';

t.test(
  'a primary and its workers hear each other, and a question waits for no process that fails, hangs or dies',
  async (t) => {
    const script = join(import.meta.dirname, 'talking-processes.ts');
    const { stdout, stderr } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: bareEnv,
      timeout: 30_000,
    });
    const lines = stdout.trim().split('\n').sort();
    const all = ['primary', 'worker 1', 'worker 2', 'worker 3'];
    t.strictSame(
      lines,
      [
        'alive after a foreign message: true',
        'asked worker 1 of 3',
        'one died beside worker 1',
        'primary alone heard from worker 1',
        ...all.flatMap((name) =>
          ['primary', 'worker 1'].map((from) => `${name} heard from ${from === 'primary' ? 'the primary' : from}`),
        ),
      ].sort(),
      stderr,
    );
  },
);

const change = (id: string): Topics['storedChanged'] => ({ keys: [{ kind: 'imps', id }], announcer: 0 });

t.test('a single process hears and answers itself', async (t) => {
  const channel = new Channel();
  const heard: unknown[] = [];
  const end = channel.hear('storedChanged', (news) => heard.push(news));
  channel.tell('storedChanged', change('i1'));
  end();
  channel.tell('storedChanged', change('i2'));
  t.strictSame(heard, [change('i1')], 'heard at once, and not after it stopped listening');
  t.strictSame(await channel.ask('rates', 100), [], 'nobody answers');
  t.equal(channel.pids().size, 0);
  const source = { name: 'file', dataAsOf: '', readAtMs: 0, stale: false, fault: '' };
  const stop = channel.answer('rates', () => [source]);
  t.strictSame(await channel.ask('rates', 100), [[source]]);
  t.strictSame([...channel.pids()], [process.pid]);
  stop();
  t.strictSame(await channel.ask('rates', 100), []);
  const outdated = channel.answer('rates', () => [source]);
  channel.answer('rates', () => []);
  outdated();
  t.strictSame(await channel.ask('rates', 100), [[]], 'ending an answer leaves its replacement');
  channel.answer('rates', () => new Promise(() => undefined));
  t.strictSame(await channel.ask('rates', 50), [], 'an answer that hangs is left out');
});
