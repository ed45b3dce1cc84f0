/** Decides whether a bidder has a line item for an imp (spec 4.1.13; decisions 'dealsonly'). */
import type { LineItemIndex } from '../../config/line-item-index.ts';
import type { LineItem, Scalar } from '../../config/line-items.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import { once, onceWhileKept } from '../../openrtb/once.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** What a line item is matched against: `imp` is one of the request's, `nowMs` is in milliseconds since 1970. */
interface Offered {
  readonly request: BidRequest;
  readonly imp: Imp;
  readonly nowMs: number;
}

/** True when one of the bidder's line items is running and all its targeting matches; a list matches when one of its entries does. */
export function hasLineItem({ untargeted, byPath }: LineItemIndex, { request, imp, nowMs }: Offered): boolean {
  const inRequest = readerOf(request);
  const inImp = readerOf(imp);
  const valuesAt = (path: string): ReadonlySet<unknown> =>
    path.startsWith(ofImp) ? inImp(path.slice(ofImp.length)) : inRequest(path);
  const matches = ({ startsAtMs, endsAtMs, targeting }: LineItem): boolean =>
    nowMs >= startsAtMs &&
    nowMs < endsAtMs &&
    targeting.every(([path, allowed]) => allowed.some((value) => valuesAt(path).has(value)));
  if (untargeted.some(matches)) return true;
  for (const [path, byValue] of byPath) {
    const values = valuesAt(path);
    const shorter: Iterable<unknown> = byValue.size < values.size ? byValue.keys() : values;
    for (const value of shorter) {
      if (values.has(value) && byValue.get(value as Scalar)?.some(matches)) return true;
    }
  }
  return false;
}

const ofImp = 'imp.';

/** Reads each path of a request once, however many line items, imps and bidders ask for it: it may lead to a long list. */
const readerOf = onceWhileKept((root: object) => once((path: string) => valuesIn(nodeAt(root, path.split('.')))));

function valuesIn(actual: unknown): ReadonlySet<unknown> {
  return new Set<unknown>(Array.isArray(actual) ? actual : [actual]);
}
