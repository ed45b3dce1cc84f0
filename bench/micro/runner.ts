/**
 * Runs one group's rounds in child processes, alternating between this checkout and a baseline, and takes each case's median.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endChild } from '../farm/child.ts';
import { median } from '../measure.ts';
import { outputOf, startProcess } from '../start-process.ts';
import type { Timing } from './clock.ts';
import type { ChildMessage, GroupName, TimingOrder } from './groups.ts';
import type { WorkloadSteps } from './steps.ts';

/** How to run a group: `rounds` slices of `ms` milliseconds per case; `roots` are the checkouts to compare, this one first. */
export interface GroupRun {
  readonly group: GroupName;
  readonly roots: readonly string[];
  readonly only: string;
  readonly rounds: number;
  readonly ms: number;
}

/** One case's medians over all rounds: microseconds, the ratio to `JSON.parse` of the body, the ratio to the baseline. */
export interface MicroResult {
  readonly name: string;
  readonly cpuUs: number;
  readonly parseUs: number;
  readonly perParse: number;
  /** Half the interquartile range over the median: how far to trust it. */
  readonly spread: number;
  readonly baselineCpuUs?: number;
  readonly ratioToBaseline?: number;
}

const here = import.meta.dirname;

/** The file of the checkout's own micro-benchmark, which knows its hops' messages, or else this checkout's. */
function childOf(root: string, file: string): string {
  const own = join(root, 'bench/micro', file);
  return existsSync(own) ? own : join(here, file);
}

/** Times the steps of both hops in place, for `ms` milliseconds per workload. */
export async function runSteps(root: string, ms: number): Promise<WorkloadSteps[]> {
  const child = startProcess([childOf(root, 'steps.ts'), '--root', root, '--ms', String(ms)]);
  return JSON.parse(await outputOf(child, 'the timing of steps')) as WorkloadSteps[];
}

/** Sends the order, if there is one, and resolves with the child's next message; rejects if the child ends instead. */
function ask(child: ChildProcess, order?: TimingOrder): Promise<ChildMessage> {
  return new Promise((resolve, reject) => {
    const died = (): void => reject(new Error('a child of the micro-benchmark ended before its time: see above'));
    child.once('exit', died);
    child.once('message', (message) => {
      child.off('exit', died);
      resolve(message as ChildMessage);
    });
    if (order) child.send(order);
  });
}

function quartileSpread(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  return (at(0.75) - at(0.25)) / 2 / at(0.5);
}

function medianOf(timings: readonly Timing[], read: (timing: Timing) => number): number {
  return median(timings.map(read));
}

function resultOf(own: readonly Timing[], base: readonly Timing[]): MicroResult {
  const cpuUs = medianOf(own, (timing) => timing.cpuUs);
  const result = {
    name: own[0]!.name,
    cpuUs,
    parseUs: medianOf(own, (timing) => timing.parseUs),
    perParse: medianOf(own, (timing) => timing.cpuUs / timing.parseUs),
    spread: quartileSpread(own.map((timing) => timing.cpuUs)),
  };
  if (base.length < own.length) return result;
  const ratioToBaseline = median(own.map((timing, round) => timing.cpuUs / base[round]!.cpuUs));
  return { ...result, baselineCpuUs: medianOf(base, (timing) => timing.cpuUs), ratioToBaseline };
}

/** Runs a group and calls `progress` after each round. Rejects if a child fails. */
export async function runGroup(run: GroupRun, progress: (round: number) => void): Promise<MicroResult[]> {
  const { group, roots, only, rounds, ms } = run;
  const children = roots.map((root) => {
    const args = ['--root', root, '--group', group, '--only', only, '--warm-ms', String(ms * 8)];
    return startProcess([childOf(root, 'child.ts'), ...args], { hasChannel: true });
  });
  try {
    // All at once, so that the end of one is noticed while another is still warming up.
    const begun = await Promise.all(children.map((child) => ask(child)));
    const count = Math.min(...begun.map((message) => (message as { cases: number }).cases));
    const found = Array.from({ length: count }, () => children.map((): Timing[] => []));
    for (let round = 1; round <= rounds; round += 1) {
      // Each checkout's slice follows right after the other's: the machine's load changes more slowly than that.
      for (const [at, byRoot] of found.entries()) {
        for (const [place, child] of children.entries()) byRoot[place]!.push((await ask(child, { at, ms })) as Timing);
      }
      progress(round);
    }
    return found.map(([own = [], base = []]) => resultOf(own, base));
  } finally {
    await Promise.all(children.map(endChild));
  }
}
