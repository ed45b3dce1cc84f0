/** Finds a value among the params of all imps of a call (bidders, 'Steps'). */
import type { ShapedImp } from '../call-steps.ts';

type Imps<P> = readonly Pick<ShapedImp<P>, 'params'>[];

/** The first value among the imps' params; '' and 0 count as none. */
export function firstParam<P, T>(imps: Imps<P>, of: (params: P) => T): T | undefined {
  const found = imps.find(({ params }) => of(params));
  return found && of(found.params);
}

/** The last value among the imps' params; '' and 0 count as none. */
export function lastParam<P, T>(imps: Imps<P>, of: (params: P) => T): T | undefined {
  const found = imps.findLast(({ params }) => of(params));
  return found && of(found.params);
}
