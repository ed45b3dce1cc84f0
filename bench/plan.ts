/**
 * The command line of `npm run bench`.
 */
import { baselineFlags, findBaseline, type Baseline } from './checkout.ts';
import { positiveNumber, wholeNumber } from './command.ts';
import { readFlags } from './flags.ts';

const partNames = ['main', 'marginal', 'growth', 'held', 'soak'] as const;

/** A part of the benchmark. */
export type Part = (typeof partNames)[number];

/** What to measure: `rounds` of `seconds` each, possibly another checkout or commit beside this one. */
export interface Plan {
  readonly parts: ReadonlySet<Part>;
  readonly rounds: number;
  readonly seconds: number;
  readonly soakAuctions: number;
  readonly baseline: Baseline | undefined;
}

const usage = {
  command: 'npm run bench -- [flags]',
  about:
    'Measures the service against a floor in the same run, on loopback; prints tables, and writes JSON and an HTML page to bench/results.',
  flags: {
    only: {
      type: 'string',
      default: partNames.join(','),
      value: 'PART,…',
      says: `only some parts: ${partNames.join(', ')}`,
    },
    quick: { type: 'boolean', default: false, says: 'quick look: one round, short windows' },
    rounds: { type: 'string', value: 'N', says: 'rounds per measurement; the median counts (3)' },
    seconds: { type: 'string', value: 'N', says: 'seconds per measurement (4)' },
    ...baselineFlags,
  },
} as const;

/** Reads the command line; throws an Error that says what to change. */
export function readPlan(args: readonly string[]): Plan {
  const { values } = readFlags(usage, args);
  const asked = values.only.split(',');
  const unknown = asked.find((name) => !partNames.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown} is not known: use ${partNames.join(', ')}`);
  const rounds = wholeNumber('rounds', values.rounds ?? (values.quick ? '1' : '3'), [1, 1000]);
  const seconds = positiveNumber('seconds', values.seconds ?? (values.quick ? 2 : 4));
  return {
    parts: new Set(partNames.filter((part) => asked.includes(part))),
    rounds,
    seconds,
    soakAuctions: values.quick ? 1000 : 20_000,
    // Last, because it unpacks a commit.
    baseline: findBaseline(values),
  };
}
