/**
 * Starts the farm in a separate process and ends it again; used by the sandbox (interface, 'Commands') and the benchmarks.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { FarmBidder } from './bidder.ts';
import { endChild, whenReady } from './child.ts';
import type { Farm } from './serve.ts';

/** A running farm. */
export interface RunningFarm extends Farm {
  readonly pid: number;
  /** Ends the process and resolves when it is gone; may be called again. */
  stop(): Promise<void>;
}

/**
 * Starts a farm of checked or trusted bidders on free ports of 127.0.0.1. It ends with this process. `stderr` says whether its stderr is
 * shown (default) or dropped, `tellCpu` whether it prints its CPU share at the end. Rejects if it does not start.
 */
export async function startFarm(
  bidders: readonly FarmBidder[],
  options: { readonly stderr?: 'inherit' | 'ignore'; readonly tellCpu?: boolean } = {},
): Promise<RunningFarm> {
  const args = [join(import.meta.dirname, 'main.ts'), '--bidders', JSON.stringify(bidders)];
  if (options.tellCpu === true) args.push('--tell-cpu');
  const child = spawn(process.execPath, args, {
    // A profiler or test loader of this process must not be loaded into the farm.
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', options.stderr ?? 'inherit'],
  });
  const what = 'the farm of simulated bidders';
  const { port, endpoints, caFile } = await whenReady(child, what, (line) => JSON.parse(line) as Farm);
  return { port, endpoints, caFile, pid: child.pid!, stop: () => endChild(child) };
}
