/** Runs `node src/main.ts` as a host does, and ends it by its id (traps: a signal to npm never reaches the service). */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs } from './end-with-us.ts';
import { testFolder, type Ending } from './folder.ts';
import { ownPort } from './own-port.ts';
import { bareEnv } from './run-script.ts';

const root = join(import.meta.dirname, '../..');

/** A process of the service. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** The first match of `pattern` in its log, once there is one; rejects with its output when it ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** The port it listens on; rejects as `said` does. */
  listening(): Promise<number>;
  /** Its exit status (null: by a signal), once all that it and its own processes wrote is in `output`. */
  ended(): Promise<number | null>;
}

interface Outputs {
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Starts the service of the folder `installed` with `args`, its admin port any free one unless told; it is killed when the test ends. */
export function startProcess(
  t: Ending,
  args: readonly string[],
  { env = {}, installed = root }: { env?: NodeJS.ProcessEnv; installed?: string } = {},
): ServiceProcess {
  const child = spawn(process.execPath, [join(installed, 'src/main.ts'), ...args], {
    // Files that it leaves in its working folder are removed with the test.
    cwd: testFolder(t),
    env: { ...bareEnv, SVC__ADMIN__PORT: '0', SVC__WARMUPMS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return serviceOf(t, child);
}

/** The service that `child` runs, however it was started; it is killed when the test ends. */
export function serviceOf(t: Ending, child: ChildProcess & Outputs): ServiceProcess {
  endWithUs(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  // 'exit' may come before the last of the output.
  const closed = once(child, 'close').then(([code]) => code as number | null);
  t.teardown(() => {
    child.kill('SIGKILL');
    return closed;
  });
  const said = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output.stdout);
      if (found !== null) return found;
      const hasEnded = closed.then(() => true);
      if (!(await Promise.race([once(child.stdout, 'data').then(() => false), hasEnded]))) continue;
      throw new Error(`ended with ${child.exitCode ?? child.signalCode}: ${output.stdout}${output.stderr}`);
    }
  };
  const listening = async (): Promise<number> => Number((await said(/"port":(\d+),.*"msg":"listening"/))[1]);
  return { child, output, said, listening, ended: () => closed };
}

/**
 * Starts the service on a free port of this machine with `settings` as its file, in which `<dir>` stands for a folder of its
 * own, and with `args`; it is told to end when the test does.
 */
export async function startConfigured(
  t: Ending,
  settings: object,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const dir = testFolder(t);
  const file = join(dir, 'service.yaml');
  writeFileSync(file, JSON.stringify(settings).replaceAll('<dir>', dir));
  return startWith(t, file, args);
}

/** Starts the service on a free port of this machine with the configuration `file` and `args`; it is told to end when the test does. */
export async function startWith(t: Ending, file: string, args: readonly string[]): Promise<ServiceProcess> {
  const address = ['--host', '127.0.0.1', '--port', String(await ownPort())];
  const service = startProcess(t, ['--config', file, ...address, ...args]);
  t.teardown(() => {
    service.child.kill('SIGTERM');
    return service.ended();
  });
  return service;
}

/** True while the process runs; one that has ended may stay listed when its parent is gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The running children of `pid`, as Linux lists them. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** The first answer of `/status` that is not 204, asked for again and again, as a load balancer does. */
export async function changedStatus(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${url}/status`);
    if (answer.status !== 204) return answer;
    await sleep(10);
  }
}
