/**
 * Composes why a valid bid is rejected: its imp takes only deals, it does not disclose who paid, or its price is too low
 * (decisions, 'dealsonly'; DSA; floors).
 */
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ContextDsa } from '../../src/auction/context-terms.ts';
import type { ContextFloor } from '../../src/auction/context-imp.ts';
import type { DropReason } from '../../src/auction/tally.ts';
import { errorCode, warningCode, type Problem } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { checkDsa } from '../../src/stages/settle/check-dsa.ts';
import { checkFloor, type BidWorth } from '../../src/stages/settle/check-floor.ts';

/** Why a bid is rejected: for metrics, and as a warning or an error of its bidder; equal messages are reported once per reply. */
export type Rejection = { readonly reason: DropReason } & (
  | { readonly warning: Problem; readonly error?: never }
  | { readonly error: Problem; readonly warning?: never }
);

/** Why `bid`, which is valid, does not take part; undefined: it does. `needsDeal`: dealsonly is set for its bidder on its imp. */
export function rejectionOf(bid: JsonObject, needsDeal: boolean, dsa: ContextDsa | undefined): Rejection | undefined {
  if (needsDeal && !bid['dealid']) {
    const message = about(bid, 'has no dealid, and dealsonly is set on its imp');
    return { reason: 'deal', warning: { code: warningCode.general, message } };
  }
  const fault = dsa === undefined ? undefined : checkDsa(bid, dsa);
  if (fault === undefined) return undefined;
  return { reason: 'dsa', warning: { code: warningCode.dsa, message: about(bid, fault) } };
}

/** Which bids must reach which floor, and what this one is worth. */
interface FloorTerms extends BidWorth {
  readonly floored: NonNullable<AuctionContext['floored']>;
  readonly floor: ContextFloor;
}

/** Why `bid` is rejected for its price; undefined: it takes part. */
export function floorRejectionOf(bid: JsonObject, { floored, floor, ...worth }: FloorTerms): Rejection | undefined {
  const hasDeal = Boolean(bid['dealid']);
  if (hasDeal && floored === 'dealless') return undefined;
  const fault = checkFloor(worth, floor);
  if (fault === undefined) return undefined;
  if (fault.isUnpriced) return { reason: 'currency', error: { code: errorCode.unknown, message: fault.text } };
  const warning = { code: warningCode.floors, message: about(bid, fault.text) };
  return { reason: hasDeal ? 'deal_floor' : 'floor', warning };
}

function about({ id }: JsonObject, fault: string): string {
  return `bid ${quoted(id as string)} ${fault}: rejected`;
}
