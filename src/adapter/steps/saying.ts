/** Gives the refusals of steps and rules the messages that are known for a bidder (fault-texts.ts). */
import type { Imp } from '../../openrtb/imp.ts';
import type { Bid } from '../../openrtb/response.ts';
import type { ImpContext, ImpStep } from '../call-steps.ts';
import type { BidContext, MediaTypeRule } from '../reply-steps.ts';
import { badReply, Refusal } from '../refusal.ts';

/** Wraps a step for an imp: its refusals carry this text instead of their own. */
export function saying<P, R>(
  text: string | ((imp: Imp, c: ImpContext<P, R>) => string),
  step: ImpStep<P, R>,
): ImpStep<P, R> {
  return (imp, c) => {
    const made = step(imp, c);
    if (!(made instanceof Refusal) || made.problem === undefined) return made;
    return new Refusal({ ...made.problem, message: typeof text === 'string' ? text : text(imp, c) });
  };
}

/** A last rule for media types: refuses every bid that reaches it, with this text. An `id` or `impid` that the bid lacks is ''. */
export function unknownType(text: (bid: Bid, c: BidContext) => string): MediaTypeRule<unknown> {
  return (bid, c) => badReply(text({ ...bid, id: bid.id ?? '', impid: bid.impid ?? '' }, c));
}
