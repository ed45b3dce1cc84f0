/** Decides whether a bid may take part (decisions, 'Bid checks'): a bad bid is dropped alone, with a reason. */
import { isDeeper } from '../../openrtb/depth.ts';
import { quoted } from '../../openrtb/findings.ts';
import type { JsonObject } from '../../openrtb/merge-patch.ts';

/** Fields of a bid that must be text or a number when they are there. */
type BidFields = {
  readonly [
    field in
      | ('adm' | 'nurl' | 'burl' | 'lurl' | 'dealid' | 'adid' | 'iurl' | 'cid')
      | ('w' | 'h' | 'exp' | 'dur' | 'mtype')
  ]?: unknown;
};

/** How deep a bid may nest: what is deeper could not be written again. */
const maxDepth = 256;

/** The reason why `bid` cannot take part; undefined when it can. `isSent` tells whether an imp id was sent to this bidder. Of `ext` all is taken: the answer has only an object's members. */
export function checkBid(bid: JsonObject, isSent: (impid: string) => boolean): string | undefined {
  const { id, impid, crid, price } = bid;
  if (!isText(id)) return 'a bid has no id';
  if (!isText(impid)) return `bid ${quoted(id)} has no impid`;
  if (!isSent(impid)) return `bid ${quoted(id)} answers imp ${quoted(impid)}, which was not sent to this bidder`;
  if (!isText(crid)) return `bid ${quoted(id)} has no crid`;
  if (typeof price !== 'number' || !Number.isFinite(price)) return `bid ${quoted(id)} has no price`;
  if (price < 0 || (price === 0 && !isText(bid['dealid']))) {
    return `bid ${quoted(id)} has a price of ${price}: it must be positive, or 0 with a deal`;
  }
  const wrong = wrongField(bid);
  if (wrong !== undefined) return `bid ${quoted(id)} has ${wrong}`;
  return isDeeper(bid, maxDepth) ? `bid ${quoted(id)} nests deeper than ${maxDepth} levels` : undefined;
}

/** Each field by its name in the source, for every bid: looked up by a variable, the hop would take a fiftieth longer (bench/README, 'Choices'). */
function wrongField(bid: JsonObject): string | undefined {
  const { adm, nurl, burl, lurl, dealid, adid, iurl, cid, w, h, exp, dur, mtype } = bid as BidFields;
  if (isWrong(adm, 'string')) return 'an adm that is no string';
  if (isWrong(nurl, 'string')) return 'a nurl that is no string';
  if (isWrong(burl, 'string')) return 'a burl that is no string';
  if (isWrong(lurl, 'string')) return 'a lurl that is no string';
  if (isWrong(dealid, 'string')) return 'a dealid that is no string';
  if (isWrong(adid, 'string')) return 'an adid that is no string';
  if (isWrong(iurl, 'string')) return 'an iurl that is no string';
  if (isWrong(cid, 'string')) return 'a cid that is no string';
  if (isWrong(w, 'number')) return 'a value of w that is no number';
  if (isWrong(h, 'number')) return 'a value of h that is no number';
  if (isWrong(exp, 'number')) return 'a value of exp that is no number';
  if (isWrong(dur, 'number')) return 'a value of dur that is no number';
  return isWrong(mtype, 'number') ? 'a value of mtype that is no number' : undefined;
}

function isWrong(value: unknown, type: 'string' | 'number'): boolean {
  return typeof value !== type && value !== undefined && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
