/**
 * Runs one group's rounds in child processes, this checkout and a baseline by turns, and takes each case's median.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endChild } from '../farm/child.ts';
import { median } from '../measure.ts';
import type { Timing } from './clock.ts';
import type { GroupName, RoundOrder, RoundReply } from './groups.ts';

/** How a group is run. `roots` are the checkouts to compare, the first is this one. */
export interface GroupRun {
  readonly group: GroupName;
  readonly roots: readonly string[];
  readonly only: string;
  readonly rounds: number;
  readonly ms: number;
}

/** One case's medians over all rounds: microseconds, times `JSON.parse` of the body, times the baseline. */
export interface MicroResult {
  readonly name: string;
  readonly cpuUs: number;
  readonly parseUs: number;
  readonly perParse: number;
  /** Half the distance between the quartiles over the median: how far to trust it. */
  readonly spread: number;
  readonly baselineCpuUs?: number;
  readonly ratioToBaseline?: number;
}

const here = import.meta.dirname;

/** The checkout's own child where it has one: it knows the messages of its hops. */
function childOf(root: string): string {
  const own = join(root, 'bench/micro/child.ts');
  return existsSync(own) ? own : join(here, 'child.ts');
}

async function ask(child: ChildProcess, order?: RoundOrder): Promise<readonly Timing[]> {
  if (order) child.send(order);
  const ended = new AbortController();
  const died = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a child of the micro-benchmark ended before its time: see above');
  });
  try {
    const [reply] = (await Promise.race([once(child, 'message', { signal: ended.signal }), died])) as [RoundReply];
    return reply.timings;
  } finally {
    died.catch(() => undefined);
    ended.abort();
  }
}

function quartileSpread(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  return (at(0.75) - at(0.25)) / 2 / at(0.5);
}

function resultOf(own: readonly Timing[], base: readonly Timing[]): MicroResult {
  const of = (timings: readonly Timing[], read: (timing: Timing) => number): number => median(timings.map(read));
  const cpuUs = of(own, (timing) => timing.cpuUs);
  const result = {
    name: own[0]!.name,
    cpuUs,
    parseUs: of(own, (timing) => timing.parseUs),
    perParse: of(own, (timing) => timing.cpuUs / timing.parseUs),
    spread: quartileSpread(own.map((timing) => timing.cpuUs)),
  };
  if (base.length < own.length) return result;
  const ratioToBaseline = median(own.map((timing, round) => timing.cpuUs / base[round]!.cpuUs));
  return { ...result, baselineCpuUs: of(base, (timing) => timing.cpuUs), ratioToBaseline };
}

/** Runs a group; `progress` is called after each round. Rejects when a child fails. */
export async function runGroup(run: GroupRun, progress: (round: number) => void): Promise<MicroResult[]> {
  const { group, roots, only, rounds, ms } = run;
  const children = roots.map((root) =>
    fork(childOf(root), ['--root', root, '--group', group, '--only', only, '--warm-ms', String(ms * 2)], {
      env: { ...process.env, NODE_OPTIONS: '' },
      execArgv: [],
    }),
  );
  try {
    const found = children.map(() => new Map<string, Timing[]>());
    for (const child of children) await ask(child);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [at, child] of children.entries()) {
        for (const timing of await ask(child, { ms })) {
          const known = found[at]!.get(timing.name);
          if (known) known.push(timing);
          else found[at]!.set(timing.name, [timing]);
        }
      }
      progress(round);
    }
    return [...found[0]!.values()].map((own) => resultOf(own, found[1]?.get(own[0]!.name) ?? []));
  } finally {
    await Promise.all(children.map(endChild));
  }
}
