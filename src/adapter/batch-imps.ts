/** Decides which imps share a call (bidders, `batch`). */
import type { Batch, ShapedImp, StepContext } from './call-steps.ts';

/** The imps of each call. Groups keep the order of their first imps, and no group is empty. */
export function batchImps<P, R>(
  batch: Batch<P, R>,
  imps: readonly ShapedImp<P>[],
  context: StepContext<R>,
): (readonly ShapedImp<P>[])[] {
  if (batch === 'all') return imps.length === 0 ? [] : [imps];
  if (batch === 'perImp') return imps.map((imp) => [imp]);
  const { by, apart, chunk } = batch;
  const groupsByKey =
    by === undefined
      ? [imps]
      : [...Map.groupBy(imps, (imp) => by(imp, { ...context, params: imp.params }) ?? imp).values()];
  const groups = apart === undefined ? groupsByKey : groupsByKey.flatMap((group) => separate(group, apart));
  return chunk === undefined ? groups : groups.flatMap((group) => chunks(group, chunk));
}

/** Splits a group so that no part has two imps of one key: first the first imp of every key, then the second ones, and so on. */
function separate<P>(group: readonly ShapedImp<P>[], keyOf: (imp: ShapedImp<P>) => string): ShapedImp<P>[][] {
  const rounds: ShapedImp<P>[][] = [];
  for (const sameKey of Map.groupBy(group, keyOf).values()) {
    for (const [round, imp] of sameKey.entries()) (rounds[round] ??= []).push(imp);
  }
  return rounds;
}

function chunks<T>(list: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
