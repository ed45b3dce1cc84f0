/** Composes why a bid that is whole is rejected: its imp takes deals alone, or it does not tell who paid (decisions, 'dealsonly'; DSA). */
import type { ContextDsa } from '../src/auction/context.ts';
import type { DropReason } from '../src/auction/tally.ts';
import { warningCode, type Problem } from '../src/errors.ts';
import { quoted } from '../src/openrtb/findings.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import { checkDsa } from '../src/stages/settle/check-dsa.ts';

/** Why a bid is rejected: for metrics, and as a warning. */
export interface Rejection {
  readonly reason: DropReason;
  readonly warning: Problem;
}

/** Why `bid`, which is whole, does not take part; `needsDeal`: dealsonly is set for its bidder on its imp. Undefined: it does. */
export function rejectionOf(bid: JsonObject, needsDeal: boolean, dsa: ContextDsa | undefined): Rejection | undefined {
  if (needsDeal && !bid['dealid']) {
    const message = about(bid, 'has no dealid, and dealsonly is set on its imp');
    return { reason: 'deal', warning: { code: warningCode.general, message } };
  }
  const fault = dsa === undefined ? undefined : checkDsa(bid, dsa);
  if (fault === undefined) return undefined;
  return { reason: 'dsa', warning: { code: warningCode.dsa, message: about(bid, fault) } };
}

function about({ id }: JsonObject, fault: string): string {
  return `bid ${quoted(id as string)} ${fault}: rejected`;
}
