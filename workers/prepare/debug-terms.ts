/** Decides whether an auction has debug output, and whose calls it leaves out (decisions, 'debug'; implementation A 2.7). */
import type { Bidder } from '../../src/adapter/contract.ts';
import type { AuctionContext } from '../../src/auction/context.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import { addProblem, addWarning, warningCode, type Problems } from '../../src/errors.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import type { Asked } from './asking.ts';

/** What debug output depends on; refusals are added to `warnings`. */
interface DebugWish {
  readonly request: BidRequest;
  readonly svc: RequestSvc;
  readonly account: AccountSettings;
  readonly asked: Asked;
  readonly find: (name: string) => Bidder | undefined;
  readonly warnings: Problems;
}

/**
 * Debug output if it is requested and the account allows it, without the calls of bidders that forbid it; the host itself sees everything.
 * A refusal gets a warning.
 */
export function debugTerms(
  facts: DebugWish,
  { arrival }: PrepareMessage,
): Pick<AuctionContext, 'debug' | 'hiddenCalls'> {
  if (arrival.seesDebug === true) return { debug: true };
  if (!allowsDebug(facts)) return { debug: false };
  const hiddenCalls = hidden(facts);
  return hiddenCalls.length === 0 ? { debug: true } : { debug: true, hiddenCalls };
}

function allowsDebug({ request, svc, account, warnings }: DebugWish): boolean {
  if (request.test !== 1 && svc.debug !== true) return false;
  if (account.debugAllowed !== false) return true;
  addWarning(warnings, 'debug output is not allowed for this account: left out', warningCode.accountDebug);
  return false;
}

/** The indexes of bidders whose calls would be shown, but that forbid it. */
function hidden({ asked, find, warnings }: DebugWish): number[] {
  const replies = asked.stored.filter(({ isAuction }) => !isAuction);
  const places = new Set([...asked.contextCalls, ...replies].map(({ bidder }) => bidder));
  const hiddenPlaces = [...places].filter((at) => find(asked.bidders[at]!.name)?.debugAllowed === false);
  for (const at of hiddenPlaces) {
    const message = 'debug output is not allowed for this bidder: its calls are left out';
    addProblem(warnings, asked.bidders[at]!.name, { code: warningCode.bidderDebug, message });
  }
  return hiddenPlaces;
}
