/** Runs `node src/main.ts` as a host does, and ends it by its id (traps: a signal to npm never reaches the service). */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { testFolder } from './folder.ts';
import { ownPort } from './own-port.ts';

const root = join(import.meta.dirname, '../..');

/** A process of the service. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** What it wrote so far. */
  readonly output: { stdout: string; stderr: string };
  /** The port it listens on; rejects with what it wrote when it ends before. */
  listening(): Promise<number>;
  /** Its exit status (null: by a signal), once all that it and its own processes wrote is in `output`. */
  ended(): Promise<number | null>;
}

/** Starts the service of the folder `installed` with `args`, its admin port any free one unless told; the caller ends it. */
export function startProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  installed: string = root,
): ServiceProcess {
  const child = spawn(process.execPath, [join(installed, 'src/main.ts'), ...args], {
    cwd: installed,
    env: { ...process.env, NODE_OPTIONS: '', SVC__ADMIN__PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  // 'exit' may come before the last of the output.
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const listening = async (): Promise<number> => {
    for (;;) {
      const port = /"port":(\d+),.*"msg":"listening"/.exec(output.stdout)?.[1];
      if (port !== undefined) return Number(port);
      const hasEnded = closed.then(() => true);
      if (!(await Promise.race([once(child.stdout, 'data').then(() => false), hasEnded]))) continue;
      throw new Error(`ended with ${child.exitCode ?? child.signalCode}: ${output.stdout}${output.stderr}`);
    }
  };
  return { child, output, listening, ended: () => closed };
}

/**
 * Starts the service on a free port of this machine with `settings` as its file, in which `<dir>` stands for a folder of its
 * own, and with `args`; it ends with the test.
 */
export async function startConfigured(
  t: Test,
  settings: object,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const dir = testFolder(t);
  const file = join(dir, 'service.yaml');
  writeFileSync(file, JSON.stringify(settings).replaceAll('<dir>', dir));
  const service = startProcess(['--config', file, '--host', '127.0.0.1', '--port', String(await ownPort()), ...args]);
  t.teardown(async () => {
    service.child.kill('SIGTERM');
    await service.ended();
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

/** The first answer of `/status` that is not 204, as a load balancer gets it that asks again and again. */
export async function changedStatus(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${url}/status`);
    if (answer.status !== 204) return answer;
    await sleep(10);
  }
}
