/** Decides whether a bidder has a line item for an imp (spec 4.1.13; decisions 'dealsonly'). */
import type { LineItemIndex } from '../../config/line-item-index.ts';
import type { LineItem, Scalar } from '../../config/line-items.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** What a line item is matched against: `imp` is one of the request's, `nowMs` is in milliseconds since 1970. */
export interface Offered {
  readonly request: BidRequest;
  readonly imp: Imp;
  readonly nowMs: number;
}

/** True when one of the bidder's line items is running and all its targeting matches; a list matches when one of its entries does. */
export function hasLineItem({ untargeted, byPath }: LineItemIndex, offered: Offered): boolean {
  const { nowMs } = offered;
  const valuesAt = rememberValues(offered);
  const matches = ({ startsAtMs, endsAtMs, targeting }: LineItem): boolean =>
    nowMs >= startsAtMs &&
    nowMs < endsAtMs &&
    targeting.every(([path, allowed]) => allowed.some((value) => valuesAt(path).has(value)));
  if (untargeted.some(matches)) return true;
  for (const [path, byValue] of byPath) {
    for (const value of valuesAt(path)) {
      if (byValue.get(value as Scalar)?.some(matches)) return true;
    }
  }
  return false;
}

/** Reads each path once, however many line items ask for it. */
function rememberValues(offered: Offered): (path: string) => ReadonlySet<unknown> {
  const read = new Map<string, ReadonlySet<unknown>>();
  return (path) => {
    const known = read.get(path);
    if (known !== undefined) return known;
    const actual = valueAt(path, offered);
    const values = new Set<unknown>(Array.isArray(actual) ? actual : [actual]);
    read.set(path, values);
    return values;
  };
}

function valueAt(path: string, { request, imp }: Offered): unknown {
  const segments = path.split('.');
  return segments[0] === 'imp' ? nodeAt(imp, segments.slice(1)) : nodeAt(request, segments);
}
