/**
 * How far a ratio to the floor lies apart in single rounds: what of a figure may be the machine's mood.
 */
import type { Round, SubjectFigures } from './measure.ts';

/** The least and the most of single rounds. */
export interface Spread {
  readonly least: number;
  readonly most: number;
}

/** Of the ratio of one figure to the floor's, in rounds that both were measured in; null where there are no two of them. */
export function ratioSpread(
  figure: keyof Round,
  own: SubjectFigures | undefined,
  floor: SubjectFigures | undefined,
): Spread | null {
  return spreadOf(valuesOf(figure, own), valuesOf(figure, floor));
}

/** One server with few bidders and with many. */
export interface Pair {
  readonly few: SubjectFigures | undefined;
  readonly many: SubjectFigures | undefined;
}

/** The same of what the bidders cost that `many` asks beyond `few`. */
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
  const ratios = own.map((value, at) => value / floors[at]!).filter(Number.isFinite);
  return ratios.length < 2 ? null : { least: Math.min(...ratios), most: Math.max(...ratios) };
}
