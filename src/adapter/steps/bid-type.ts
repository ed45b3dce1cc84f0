/** Rules for a bid's media type that are narrower than the words of media-type.ts (bidders, `mediaType`). */
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';
import type { Bid } from '../../openrtb/response.ts';
import type { MediaTypeRule } from '../reply-steps.ts';
import { textAt } from '../json.ts';
import { byMtype, statedType } from '../media-type.ts';
import { badReply } from '../refusal.ts';

/** The rule that reads `mtype` of a bidder that has only these media types: another stated one drops the bid; one that states none is left to the next rule. */
export function mtypeOf(...types: readonly MediaType[]): MediaTypeRule<unknown> {
  return ({ mtype = 0 }) => {
    if (mtype === 0) return undefined;
    const type = byMtype[mtype - 1];
    return type !== undefined && types.includes(type) ? type : badReply(`a bid has the unknown mtype ${mtype}`);
  };
}

/** As `mtypeOf`, but the last rule: any other bid is dropped, in this text. */
export function mtypeAmong(types: readonly MediaType[], says: (bid: Bid) => string): MediaTypeRule<unknown> {
  return (bid) => {
    const type = byMtype[(bid.mtype ?? 0) - 1];
    return type !== undefined && types.includes(type) ? type : badReply(says(bid));
  };
}

/** The rule that finds the media type by its name, in any case, at this path of the bid. */
export function typeAt(...path: readonly string[]): MediaTypeRule<unknown> {
  return typeAmong(mediaTypes, ...path);
}

/** As `typeAt`, of a bidder that has only these media types. */
export function typeAmong(types: readonly MediaType[], ...path: readonly string[]): MediaTypeRule<unknown> {
  return (bid) => {
    const name = textAt(bid, ...path).toLowerCase();
    return types.find((type) => type === name);
  };
}

/** The rule, before `ext`, of a bidder that does not sell these media types: a bid whose extension names one is dropped in this text. */
export function unsold(types: readonly MediaType[], says: string): MediaTypeRule<unknown> {
  const names: ReadonlySet<string> = new Set(types);
  return ({ ext }, { namespace }) => (names.has(statedType(ext, namespace)) ? badReply(says) : undefined);
}
