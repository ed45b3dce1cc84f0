/** How a bidder's steps refuse an imp, a call or a bid (bidders, 'One small definition each'), with or without a reason. */
import { errorCode, type Problem } from '../errors.ts';
import type { Imp } from '../openrtb/imp.ts';

/** The refusal of an imp, a call or a bid. Without a problem it is silent. */
export class Refusal {
  readonly problem: Problem | undefined;

  constructor(problem: Problem | undefined) {
    this.problem = problem;
  }
}

/** A refusal that the request is to blame for, reported in `ext.errors` with code 2. */
export function refuse(message: string): Refusal {
  return new Refusal({ code: errorCode.badInput, message });
}

/** The refusal of the imp with this id; `why` says what is wrong with it. */
export function refuseImp(id: string | undefined, why: string): Refusal {
  return refuse(`imp ${JSON.stringify(id)}: ${why}`);
}

/** The refusal of a call; names its imp if it has only one. */
export function refuseCall({ imps }: { readonly imps: readonly { readonly imp: Imp }[] }, why: string): Refusal {
  return imps.length === 1 ? refuseImp(imps[0]!.imp.id, why) : refuse(why);
}

/** A refusal that the bidder's reply is to blame for: code 3. */
export function badReply(message: string): Refusal {
  return new Refusal({ code: errorCode.badServerResponse, message });
}
