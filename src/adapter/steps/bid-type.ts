/** Rules for a bid's media type that are narrower than the words of media-type.ts (bidders, `mediaType`). */
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';
import type { Bid } from '../../openrtb/response.ts';
import type { MediaTypeRule } from '../reply-steps.ts';
import { textAt } from '../json.ts';
import { byMtype, statedType } from '../media-type.ts';
import { badReply } from '../refusal.ts';
import { unknownType } from './saying.ts';

/** Reads `mtype` for a bidder with only these media types. Any other `mtype` drops the bid; a bid without one is left to the next rule. */
export function mtypeOf(...types: readonly MediaType[]): MediaTypeRule<unknown> {
  return ({ mtype = 0 }) => {
    if (mtype === 0) return undefined;
    const type = byMtype[mtype - 1];
    return type !== undefined && types.includes(type) ? type : badReply(`a bid has the unknown mtype ${mtype}`);
  };
}

/** As `mtypeOf`, but for use as the last rule: any other bid is dropped with the text of `says`, as by `unknownType` (saying.ts). */
export function mtypeAmong(types: readonly MediaType[], says: (bid: Bid) => string): MediaTypeRule<unknown> {
  const refused = unknownType(says);
  return (bid, c) => {
    const type = byMtype[(bid.mtype ?? 0) - 1];
    return type !== undefined && types.includes(type) ? type : refused(bid, c);
  };
}

/** Finds the media type by its name, in any case, at this path of the bid. */
export function typeAt(...path: readonly string[]): MediaTypeRule<unknown> {
  return typeAmong(mediaTypes, ...path);
}

/** As `typeAt`, for a bidder with only these media types. */
export function typeAmong(types: readonly MediaType[], ...path: readonly string[]): MediaTypeRule<unknown> {
  return (bid) => {
    const name = textAt(bid, ...path).toLowerCase();
    return types.find((type) => type === name);
  };
}

/** For media types that the bidder does not sell, placed before 'ext': a bid whose `ext` states one of them is dropped with `says`. */
export function unsold(types: readonly MediaType[], says: string): MediaTypeRule<unknown> {
  const names: ReadonlySet<string> = new Set(types);
  return ({ ext }, { namespace }) => (names.has(statedType(ext, namespace)) ? badReply(says) : undefined);
}
