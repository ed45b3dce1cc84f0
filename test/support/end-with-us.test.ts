/** Processes that a test starts end with it, also when the test is killed, and leave no files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { ended, ofTest } from './end-with-us.ts';
import { isAlive, startProcess } from './process.ts';
import { until } from './until.ts';
import { bareEnv } from './run-script.ts';

t.test('a killed process takes its children with it', async (t) => {
  const helper = JSON.stringify(new URL('end-with-us.ts', import.meta.url).href);
  const script = `
    import { spawn } from 'node:child_process';
    const { endWithUs } = await import(${helper});
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    endWithUs(child);
    console.log(child.pid);
  `;
  const parent = ofTest(
    t,
    spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: bareEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const [told] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(told.toString());
  t.teardown(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
  t.ok(isAlive(pid));
  parent.kill('SIGKILL');
  t.ok(await until(() => !isAlive(pid)));
});

t.test('a process that has already ended, by itself or by a signal, is not waited for', async (t) => {
  for (const command of ['exit 1', 'kill -9 $$']) {
    const child = ofTest(t, spawn('sh', ['-c', command]));
    await once(child, 'exit');
    t.equal(await Promise.race([ended(child), sleep(5000, 'it waits', { ref: false })]), undefined);
  }
});

t.test('a service of a test runs in a folder that is removed with the test', async (t) => {
  const { child } = startProcess(t, ['--version']);
  t.match(readlinkSync(`/proc/${child.pid}/cwd`), /gavel-test-\w+$/);
});
