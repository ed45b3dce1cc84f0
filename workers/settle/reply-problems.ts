/** Composes what is reported about the bids of one reply, and counts those that are dropped (decisions, 'Bid checks'). */
import type { ContextBidder } from '../../src/auction/context.ts';
import { addProblem, errorCode, warningCode } from '../../src/errors.ts';
import type { BadBid } from '../../src/stages/settle/check-bid.ts';
import type { CreativeFault } from './creative-faults.ts';
import type { NonBids } from './non-bids.ts';
import type { ProblemSinks } from '../parts.ts';
import type { Rejection } from './reject-bid.ts';

/** What reports about one reply need: `index` is the bidder's index in the context. */
interface ReplyProblemTerms {
  readonly bidder: ContextBidder;
  readonly index: number;
  readonly sinks: ProblemSinks;
  readonly nonBids: NonBids;
}

/** The problems of one reply's bids; `imp` is the index of the imp that a bid answers. */
export class ReplyProblems {
  readonly #terms: ReplyProblemTerms;
  /** Messages of rejections; made on first use, because most replies have none. */
  #reported: Set<string> | undefined;

  constructor(terms: ReplyProblemTerms) {
    this.#terms = terms;
  }

  /** Drops a bid that is not valid. */
  dropInvalid({ reason, message }: BadBid, imp: number | undefined): void {
    const { bidder, index, sinks, nonBids } = this.#terms;
    addProblem(sinks.errors, bidder.name, { code: errorCode.badServerResponse, message });
    nonBids.drop(index, imp, reason);
  }

  /** Drops a bid as the host's plugin wants it. */
  dropForPlugin(plugin: string, imp: number | undefined): void {
    const message = `bids were dropped by the host's plugin ${plugin}`;
    this.reject({ reason: 'plugin', warning: { code: warningCode.general, message } }, imp);
  }

  /** Drops a valid bid. Equal messages, such as those about a currency, are reported once per reply. */
  reject({ reason, warning, error }: Rejection, imp: number | undefined): void {
    const { bidder, index, sinks, nonBids } = this.#terms;
    nonBids.drop(index, imp, reason);
    const problem = warning ?? error;
    this.#reported ??= new Set();
    if (this.#reported.has(problem.message)) return;
    this.#reported.add(problem.message);
    addProblem(warning === undefined ? sinks.errors : sinks.warnings, bidder.name, problem);
  }

  /** Reports and counts the faults in the creative of a bid that takes part. */
  allow(faults: readonly CreativeFault[]): void {
    const { bidder, index, sinks, nonBids } = this.#terms;
    for (const { warning, reason } of faults) {
      addProblem(sinks.warnings, bidder.name, warning);
      nonBids.warn(index, reason);
    }
  }
}
