/** A disk that fills up during a write: each event is in the file or counted as dropped, and half of one spoils no other. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../support/folder.ts';
import { bareEnv } from '../support/run-script.ts';
import { unshareSkip } from '../support/skip.ts';

const dir = testFolder(t);

/** Runs a command with a private disk that has room for only some of the events. */
const onSmallDisk = (command: string): string[] => [
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=64k none ${dir} && ${command}`,
];

const skip = unshareSkip(onSmallDisk('true'));

const events = 300;

/** `module` and `other` stand for two processes; `take` gives one an event, and `untilDropped` waits until it has lost more than `count`. */
const begin = `
  import { readFileSync, rmSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { FileModule } from '${join(import.meta.dirname, '../../src/analytics/file-module.ts')}';
  const path = '${join(dir, 'events.ndjson')}';
  const [module, other] = [1, 2].map(() => new FileModule({ path, maxBytes: 1e9, keep: 1 }, () => undefined));
  const take = (n, by = module) => by.take(Buffer.from(JSON.stringify({ n, text: 'x'.repeat(500) }) + '\\n'));
  const untilDropped = async (by, count) => { while (by.dropped <= count) await sleep(5); };
  const untilWritten = async (text) => { while (!readFileSync(path, 'utf8').includes(text)) await sleep(5); };
`;

/** What a script that goes on from there prints as JSON. */
function printed(script: string): unknown {
  const node = `exec "${process.execPath}" --input-type=module -e "$SCRIPT"`;
  const env = { ...bareEnv, SCRIPT: begin + script };
  // Without a limit, a script that waits for ever would outlive this test.
  const limits = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const { stdout, stderr, error } = spawnSync('unshare', onSmallDisk(node), { env, encoding: 'utf8', ...limits });
  if (stdout === '') throw error ?? new Error(stderr);
  return JSON.parse(stdout);
}

t.test('each event is either a whole line on the disk or counted as dropped', { skip }, async (t) => {
  const { whole, dropped } = printed(`
    for (let n = 0; n < ${events}; n++) take(n);
    await module.close();
    const whole = readFileSync(path, 'utf8').split('\\n').filter((line) => line.endsWith('}')).length;
    console.log(JSON.stringify({ whole, dropped: module.dropped }));
  `) as { whole: number; dropped: number };
  t.ok(whole > 0 && dropped > 0, `${whole} ${dropped}`);
  t.equal(whole + dropped, events);
});

for (const first of ['module', 'other']) {
  const what = first === 'module' ? 'the process that tore it' : 'another process';
  t.test(
    `once the disk has room again, ${what} ends a torn line, and all further events are whole`,
    { skip },
    async (t) => {
      const lines = printed(`
      const rest = '${join(dir, 'rest')}';
      writeFileSync(rest, 'x'.repeat(32_000));
      for (const [n, by] of Object.entries({ first: module, second: other })) {
        take(n, by);
        await untilWritten(n);
      }
      for (let n = 0; n < ${events}; n++) take(n);
      await untilDropped(module, 0);
      const { dropped } = module;
      for (const by of [module, other]) take('lost', by);
      await untilDropped(module, dropped);
      await untilDropped(other, 0);
      rmSync(rest);
      take('next', ${first});
      await untilWritten('"next"');
      for (const [n, by] of Object.entries({ last: module, end: other })) {
        take(n, by);
        await untilWritten(n);
      }
      await Promise.all([module.close(), other.close()]);
      console.log(JSON.stringify(readFileSync(path, 'utf8').split('\\n')));
    `) as string[];
      const torn = lines.findIndex((line) => !line.endsWith('}'));
      t.ok(torn > 0 && lines[torn]!.startsWith('{"n":'), lines.join('\n'));
      const after = lines.slice(torn + 1).map((line) => /^{"n":"(\w+)",.*}$/.exec(line)?.[1] ?? line);
      t.strictSame(after, ['next', 'last', 'end', '']);
    },
  );
}
