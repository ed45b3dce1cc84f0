/**
 * The range of a ratio to the floor over single rounds: how much of a figure may be noise.
 */
import type { Round, SubjectFigures } from './measure.ts';

/** The minimum and maximum over single rounds. */
export interface Spread {
  readonly least: number;
  readonly most: number;
}

/** The spread of one figure's ratio to the floor's, over rounds in which both were measured; null if there are fewer than two. */
export function ratioSpread(
  figure: keyof Round,
  own: SubjectFigures | undefined,
  floor: SubjectFigures | undefined,
): Spread | null {
  return spreadOf(valuesOf(figure, own), valuesOf(figure, floor));
}

/** The spread in words. */
export function spreadText({ least, most }: Spread): string {
  return `${least.toFixed(1)} to ${most.toFixed(1)} in single rounds`;
}

/** One server with few bidders and with many. */
interface Pair {
  readonly few: SubjectFigures | undefined;
  readonly many: SubjectFigures | undefined;
}

/** The same for the cost of the bidders that `many` has beyond `few`. */
export function growthSpread(own: Pair, floor: Pair): Spread | null {
  return spreadOf(growths(own), growths(floor));
}

function growths({ few, many }: Pair): readonly number[] {
  const from = valuesOf('cpuUs', few);
  return valuesOf('cpuUs', many).map((us, at) => us - from[at]!);
}

function valuesOf(figure: keyof Round, of: SubjectFigures | undefined): readonly number[] {
  return of?.rounds.map((round) => round[figure]) ?? [];
}

function spreadOf(own: readonly number[], floors: readonly number[]): Spread | null {
  // In a noisy round, many bidders may seem cheaper for the floor than few: then there is no ratio.
  const ratios = own.flatMap((value, at) => (floors[at]! > 0 ? value / floors[at]! : []));
  return ratios.length < 2 ? null : { least: Math.min(...ratios), most: Math.max(...ratios) };
}
