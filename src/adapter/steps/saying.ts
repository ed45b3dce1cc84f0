/** Steps and rules whose refusals are told in a bidder's known text (fault-texts.ts). */
import type { Imp } from '../../openrtb/imp.ts';
import type { Bid } from '../../openrtb/response.ts';
import type { ImpContext, ImpStep } from '../call-steps.ts';
import type { BidContext, MediaTypeRule } from '../reply-steps.ts';
import { badReply, Refusal } from '../refusal.ts';

/** The step for an imp with this text in place of its own. */
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

/** The last rule for a media type: this text for a bid that no rule before it knows; an id that the bid lacks is ''. */
export function unknownType(text: (bid: Bid, c: BidContext) => string): MediaTypeRule<unknown> {
  return (bid, c) => badReply(text({ ...bid, id: bid.id ?? '', impid: bid.impid ?? '' }, c));
}
