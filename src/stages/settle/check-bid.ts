/** Decides whether a bid may take part (decisions, 'Bid checks'): a bad bid is dropped alone, with a reason. */
import type { DropReason } from '../../auction/tally.ts';
import { isDeeper } from '../../openrtb/depth.ts';
import { quoted } from '../../openrtb/findings.ts';
import type { JsonObject } from '../../openrtb/json-object.ts';

/** Fields of a bid that must be text or a number when they are present. */
type Texts = 'adm' | 'nurl' | 'burl' | 'lurl' | 'dealid' | 'adid' | 'iurl' | 'cid';
type Numbers = 'w' | 'h' | 'exp' | 'dur' | 'mtype';
type BidFields = { readonly [field in Texts | Numbers]?: unknown };

/** Why a bid cannot take part: for metrics, and in words. */
export interface BadBid {
  readonly reason: DropReason;
  readonly message: string;
}

/** The most levels of a bid: deeper ones could not be serialized again. */
const mostLevels = 256;

/**
 * Why `bid` cannot take part; undefined when it can. `isSent` tells whether an imp id was sent to this bidder. `ext` may be of any type:
 * the answer takes only an object's members.
 */
export function checkBid(bid: JsonObject, isSent: (impid: string) => boolean): BadBid | undefined {
  const { id, impid, crid, price } = bid;
  if (!isText(id)) return bad('invalid', 'a bid has no id');
  if (!isText(impid)) return bad('unknown_imp', `bid ${quoted(id)} has no impid`);
  if (!isSent(impid))
    return bad('unknown_imp', `bid ${quoted(id)} answers imp ${quoted(impid)}, which was not sent to this bidder`);
  if (!isText(crid)) return bad('invalid', `bid ${quoted(id)} has no crid`);
  if (typeof price !== 'number' || !Number.isFinite(price)) return bad('price', `bid ${quoted(id)} has no price`);
  if (price < 0 || (price === 0 && !isText(bid['dealid']))) {
    return bad('price', `bid ${quoted(id)} has a price of ${price}: it must be positive, or 0 with a deal`);
  }
  const wrong = wrongField(bid);
  if (wrong !== undefined) return bad('invalid', `bid ${quoted(id)} has ${wrong}`);
  if (!isDeeper(bid, mostLevels)) return undefined;
  return bad('invalid', `bid ${quoted(id)} is nested deeper than ${mostLevels} levels`);
}

function bad(reason: DropReason, message: string): BadBid {
  return { reason, message };
}

/**
 * Each field is named in the source: looked up by a variable, for every bid, the hop would take a fiftieth longer
 * (bench/README, 'Choices').
 */
function wrongField(bid: JsonObject): string | undefined {
  const { adm, nurl, burl, lurl, dealid, adid, iurl, cid, w, h, exp, dur, mtype } = bid as BidFields;
  if (isWrong(adm, 'string')) return 'an adm that is not a string';
  if (isWrong(nurl, 'string')) return 'a nurl that is not a string';
  if (isWrong(burl, 'string')) return 'a burl that is not a string';
  if (isWrong(lurl, 'string')) return 'a lurl that is not a string';
  if (isWrong(dealid, 'string')) return 'a dealid that is not a string';
  if (isWrong(adid, 'string')) return 'an adid that is not a string';
  if (isWrong(iurl, 'string')) return 'an iurl that is not a string';
  if (isWrong(cid, 'string')) return 'a cid that is not a string';
  if (isWrong(w, 'number')) return 'a w that is not a number';
  if (isWrong(h, 'number')) return 'an h that is not a number';
  if (isWrong(exp, 'number')) return 'an exp that is not a number';
  if (isWrong(dur, 'number')) return 'a dur that is not a number';
  return isWrong(mtype, 'number') ? 'an mtype that is not a number' : undefined;
}

function isWrong(value: unknown, type: 'string' | 'number'): boolean {
  return typeof value !== type && value !== undefined && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
