/**
 * Starts the farm in a process of its own and ends it again; the sandbox (interface, 'Commands') and the benchmarks use it.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { FarmBidder } from './bidder.ts';
import { endChild, whenReady } from './child.ts';
import type { Farm } from './serve.ts';

/** A running farm. */
export interface RunningFarm extends Farm {
  readonly pid: number;
  /** Ends the process and resolves when it is gone; safe to call again. */
  stop(): Promise<void>;
}

/**
 * Starts a farm of checked or trusted bidders on free ports of 127.0.0.1. It dies with this process; `stderr` says whether its
 * complaints are shown (default) or dropped, `tellCpu` whether it says at the end how much of a core it used. Rejects when it does not start.
 */
export async function startFarm(
  bidders: readonly FarmBidder[],
  options: { readonly stderr?: 'inherit' | 'ignore'; readonly tellCpu?: boolean } = {},
): Promise<RunningFarm> {
  const args = [join(import.meta.dirname, 'main.ts'), '--bidders', JSON.stringify(bidders)];
  if (options.tellCpu === true) args.push('--tell-cpu');
  const child = spawn(process.execPath, args, {
    // a profiler or test loader of ours must not follow into the farm
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', options.stderr ?? 'inherit'],
  });
  try {
    const what = 'the farm of simulated bidders';
    const { port, endpoints, caFile } = await whenReady(child, what, (line) => JSON.parse(line) as Farm);
    return { port, endpoints, caFile, pid: child.pid!, stop: () => endChild(child) };
  } catch (error) {
    await endChild(child);
    throw error;
  }
}
