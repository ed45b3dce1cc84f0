/**
 * What `npm run bench` is asked to do: its command line.
 */
import { parseArgs } from 'node:util';
import { positiveNumber } from './command.ts';

const partNames = ['main', 'marginal', 'growth', 'held', 'soak'] as const;

/** A part of the benchmark. */
export type Part = (typeof partNames)[number];

/** What the command line asks for: `rounds` of `seconds` each, another checkout or commit beside this one. */
export interface Plan {
  readonly parts: ReadonlySet<Part>;
  readonly rounds: number;
  readonly seconds: number;
  readonly soakAuctions: number;
  readonly floorOnly: boolean;
  readonly baseline: string | undefined;
  readonly commit: string | undefined;
}

/** Reads the command line; throws an Error that says what to change. */
export function readPlan(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: partNames.join(',') },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      baseline: { type: 'string' },
      commit: { type: 'string' },
      'floor-only': { type: 'boolean', default: false },
    },
  });
  const asked = values.only.split(',');
  const unknown = asked.find((name) => !partNames.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown} is not known: use ${partNames.join(', ')}`);
  return {
    parts: new Set(partNames.filter((part) => asked.includes(part))),
    rounds: Math.ceil(positiveNumber('rounds', values.rounds ?? (values.quick ? 1 : 3))),
    seconds: positiveNumber('seconds', values.seconds ?? (values.quick ? 2 : 4)),
    soakAuctions: values.quick ? 1000 : 20_000,
    floorOnly: values['floor-only'],
    baseline: values.baseline,
    commit: values.commit,
  };
}
