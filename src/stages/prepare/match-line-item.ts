/** Decides whether a bidder has a line item for an imp (spec 4.1.13; decisions 'dealsonly'). */
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
export function hasLineItem(items: readonly LineItem[], offered: Offered): boolean {
  return items.some(
    ({ startsAtMs, endsAtMs, targeting }) =>
      offered.nowMs >= startsAtMs &&
      offered.nowMs < endsAtMs &&
      targeting.every(([path, values]) => matches(valueAt(path, offered), values)),
  );
}

function valueAt(path: string, { request, imp }: Offered): unknown {
  const segments = path.split('.');
  return segments[0] === 'imp' ? nodeAt(imp, segments.slice(1)) : nodeAt(request, segments);
}

function matches(actual: unknown, values: readonly Scalar[]): boolean {
  return Array.isArray(actual) ? actual.some((one) => isAllowed(one, values)) : isAllowed(actual, values);
}

function isAllowed(actual: unknown, values: readonly Scalar[]): boolean {
  return values.some((value) => value === actual);
}
