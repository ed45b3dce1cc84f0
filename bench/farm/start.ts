/**
 * Starts the farm in a process of its own and ends it again; the sandbox (interface, 'Commands') and the benchmarks use it.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { FarmBidder } from './bidder.ts';
import { endChild, whenReady } from './child.ts';

/** A running farm. `endpoints` gives each bidder's URL by its code, `caFile` whom to trust over https ('' for nobody). */
export interface RunningFarm {
  readonly port: number;
  readonly endpoints: Record<string, string>;
  readonly caFile: string;
  readonly pid: number;
  /** Ends the process and resolves when it is gone; safe to call again. */
  stop(): Promise<void>;
}

/** The one line that the farm writes on stdout. */
interface ReadyLine {
  readonly port: number;
  readonly bidders: Record<string, string>;
  readonly caFile: string;
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
    const ready = await whenReady(child, what, (line) => JSON.parse(line) as ReadyLine);
    const { port, bidders: endpoints, caFile } = ready;
    return { port, endpoints, caFile, pid: child.pid!, stop: () => endChild(child) };
  } catch (error) {
    await endChild(child);
    throw error;
  }
}
