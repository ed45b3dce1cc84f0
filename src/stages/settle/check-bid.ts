/** Decides whether a bid may take part (decisions, 'Bid checks'): a bad bid is dropped alone, with a reason. */
import { isObject, type JsonObject } from '../../openrtb/merge-patch.ts';

/** Fields of a bid that must be text when they are there. */
const textFields = ['adm', 'nurl', 'burl', 'lurl', 'dealid', 'adid', 'iurl', 'cid'] as const;

/** Fields of a bid that must be numbers when they are there. */
const numberFields = ['w', 'h', 'exp', 'dur', 'mtype'] as const;

/** How deep a bid may nest: what is deeper could not be written again. */
const maxDepth = 256;

/** The reason why `bid` cannot take part; undefined when it can. `isSent` tells whether an imp id was sent to this bidder. */
export function checkBid(bid: JsonObject, isSent: (impid: string) => boolean): string | undefined {
  const { id, impid, crid, price, ext } = bid;
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
  if (ext !== undefined && ext !== null && !isObject(ext)) return `bid ${quoted(id)} has an ext that is no object`;
  return isDeeper(bid, maxDepth) ? `bid ${quoted(id)} nests deeper than ${maxDepth} levels` : undefined;
}

function wrongField(bid: JsonObject): string | undefined {
  const text = textFields.find(
    (field) => bid[field] !== undefined && bid[field] !== null && typeof bid[field] !== 'string',
  );
  if (text !== undefined)
    return `${text === 'adm' || text === 'adid' || text === 'iurl' ? 'an' : 'a'} ${text} that is no string`;
  const number = numberFields.find(
    (field) => bid[field] !== undefined && bid[field] !== null && typeof bid[field] !== 'number',
  );
  return number === undefined ? undefined : `a value of ${number} that is no number`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A bidder's text as it may stand in a message: bounded and escaped. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as JsonObject)[key], levels - 1)) return true;
  return false;
}
