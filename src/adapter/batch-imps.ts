/** Decides which imps share a call (bidders, `batch`). */
import type { Batch, ImpContext, ShapedImp } from './definition.ts';

/** The imps of each call, in the order of their first imp; no call is empty. */
export function batchImps<P, R>(
  batch: Batch<P, R>,
  imps: readonly ShapedImp<P>[],
  context: Omit<ImpContext<P, R>, 'params'>,
): (readonly ShapedImp<P>[])[] {
  if (batch === 'all') return imps.length === 0 ? [] : [imps];
  if (batch === 'perImp') return imps.map((imp) => [imp]);
  const { by, chunk } = batch;
  const groups =
    by === undefined
      ? [imps]
      : [...Map.groupBy(imps, (imp) => by(imp, { ...context, params: imp.params }) ?? imp).values()];
  return chunk === undefined ? groups : groups.flatMap((group) => chunks(group, chunk));
}

function chunks<T>(list: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
