/** What the params of all imps of a call say together (bidders, 'Steps'). */
import type { ShapedImp } from '../call-steps.ts';

type Imps<P> = readonly Pick<ShapedImp<P>, 'params'>[];

/** The first value that an imp's params have; '' and 0 are none. */
export function firstParam<P, T>(imps: Imps<P>, of: (params: P) => T): T | undefined {
  const found = imps.find(({ params }) => of(params));
  return found && of(found.params);
}

/** The last value that an imp's params have; '' and 0 are none. */
export function lastParam<P, T>(imps: Imps<P>, of: (params: P) => T): T | undefined {
  const found = imps.findLast(({ params }) => of(params));
  return found && of(found.params);
}
