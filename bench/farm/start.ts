/**
 * Starts the farm in a process of its own and ends it again; the sandbox (interface, 'Commands') and the benchmarks use it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FarmBidder } from './bidder.ts';

const startLimitMs = 15_000;
const stopLimitMs = 2_000;

/** A running farm. `endpoints` gives each bidder's URL by its code. */
export interface RunningFarm {
  readonly port: number;
  readonly endpoints: Record<string, string>;
  readonly pid: number;
  /** Ends the process and resolves when it is gone; safe to call again. */
  stop(): Promise<void>;
}

/** The one line that the farm writes on stdout. */
interface ReadyLine {
  readonly port: number;
  readonly bidders: Record<string, string>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await gone;
  clearTimeout(timer);
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`the farm of simulated bidders did not start: ${why}`));
    };
    const timer = setTimeout(() => fail(`no answer in ${startLimitMs} ms`), startLimitMs);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`it ended with ${signal ?? `status ${code}`}`));
    createInterface({ input: child.stdout! }).once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
  });
}

/**
 * Starts a farm of checked or trusted bidders on a free port of 127.0.0.1. It dies with this process; `stderr` says whether its
 * complaints are shown (default) or dropped. Rejects when it does not listen within 15 s.
 */
export async function startFarm(
  bidders: readonly FarmBidder[],
  options: { readonly stderr?: 'inherit' | 'ignore' } = {},
): Promise<RunningFarm> {
  const args = [join(import.meta.dirname, 'main.ts'), '--bidders', JSON.stringify(bidders)];
  const child = spawn(process.execPath, args, {
    // a profiler or test loader of ours must not follow into the farm
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', options.stderr ?? 'inherit'],
  });
  try {
    const ready = JSON.parse(await firstLine(child)) as ReadyLine;
    return { port: ready.port, endpoints: ready.bidders, pid: child.pid!, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}
