/** How a bidder's steps say no (bidders, 'One small definition each'): to an imp, a call or a bid, with or without a reason. */
import { errorCode, type Problem } from '../errors.ts';

/** Why a step gives an imp, a call or a bid up; without a problem it is given up silently. */
export class Refusal {
  readonly problem: Problem | undefined;

  constructor(problem: Problem | undefined) {
    this.problem = problem;
  }
}

/** A refusal because of what was asked, with a reason for `ext.errors`: code 2. */
export function refuse(message: string): Refusal {
  return new Refusal({ code: errorCode.badInput, message });
}

/** The refusal of the imp with this id: `why` says what is wrong with it. */
export function refuseImp(id: string | undefined, why: string): Refusal {
  return refuse(`imp ${JSON.stringify(id)}: ${why}`);
}

/** A refusal because of what the bidder answered: code 3. */
export function badReply(message: string): Refusal {
  return new Refusal({ code: errorCode.badServerResponse, message });
}
