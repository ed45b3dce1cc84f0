/** Decides which stored responses stand in for bidders on an imp (spec 4.1.6; decisions, 'Stored responses'). */
import { parsedReply } from '../../adapter/reply-json.ts';
import type { NameOf } from '../../openrtb/bidder-names.ts';
import { isDeeper, maxDepth } from '../../openrtb/depth.ts';
import { quoted } from '../../openrtb/findings.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { ImpIdWriter } from '../../openrtb/imp-id-writer.ts';
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import { impSvc, type ImpSvc } from '../../openrtb/svc-parts.ts';

/** A stored reply of one bidder or seat on one imp; `text` undefined: the bidder's stored response does not exist. */
export interface StoredReply {
  readonly name: string;
  readonly id: string;
  readonly text: string | undefined;
  /** True for a seat of a stored auction response: its text is an OpenRTB response. */
  readonly isAuction: boolean;
  readonly replaceimpid: boolean;
  /** The seat's own `ext`; undefined for none. */
  readonly seatExt?: JsonObject | undefined;
}

/** The stored replies of one imp. `isAuction`: they replace all of its bidders. The request is rejected unless `faults` is empty. */
interface StoredReplies {
  readonly isAuction: boolean;
  readonly replies: readonly StoredReply[];
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  /** Present where the replies do not fit into `mostCharacters`: then none is complete. */
  readonly isTooLong?: true;
}

/** What the choice depends on: `path` is that of `imp.ext.<namespace>`, `texts` are the stored responses found. */
interface StoredReplyRules {
  readonly namespace: string;
  readonly path: string;
  readonly nameOf: NameOf;
  readonly texts: ReadonlyMap<string, string>;
  /** The most characters of all replies together, and of the imp's id in them; the reply that exceeds them is the last. */
  readonly mostCharacters: number;
}

const none: StoredReplies = { isAuction: false, replies: [], faults: [], warnings: [] };

/** The stored replies that `imp.ext.<namespace>` asks for. The caller has checked the types and that ids are given. */
export function chooseStoredReplies(imp: Imp, rules: StoredReplyRules): StoredReplies {
  if (rules.mostCharacters < 0) return none;
  const writer = new ImpIdWriter(imp.id ?? '', rules.mostCharacters);
  const chosen = repliesFor(impSvc(imp, rules.namespace), writer, rules);
  return writer.isFull ? { ...chosen, replies: [], isTooLong: true } : chosen;
}

function repliesFor(svc: ImpSvc | undefined, writer: ImpIdWriter, rules: StoredReplyRules): StoredReplies {
  const stated = svc?.storedauctionresponse;
  if (stated?.seatbidobj !== undefined) return ownReplies(stated.seatbidobj, writer, rules);
  if (stated?.id) return auctionReplies(stated.id, writer, rules);
  const entries = svc?.storedbidresponse ?? [];
  if (entries.length === 0) return none;
  const replies = new Map<string, StoredReply>();
  const warnings: string[] = [];
  let left = rules.mostCharacters;
  for (const [at, { bidder = '', id = '', replaceimpid = true }] of entries.entries()) {
    if (left < 0 || writer.isFull) break;
    const name = rules.nameOf(bidder);
    // A name that is no bidder here already has its warning.
    if (name === undefined) continue;
    if (replies.has(name)) {
      warnings.push(`${rules.path}.storedbidresponse[${at}] repeats ${quoted(bidder)}: only the first entry is used`);
      continue;
    }
    const found = rules.texts.get(id);
    const text = found === undefined ? undefined : placedText(found, writer, replaceimpid);
    left -= text?.length ?? 0;
    replies.set(name, { name, id, text, isAuction: false, replaceimpid });
  }
  return { isAuction: false, replies: [...replies.values()], faults: [], warnings };
}

/** A bidder's stored response with the imp's id in place of the macro, and of every `impid` if those are to be replaced. */
function placedText(text: string, writer: ImpIdWriter, replaceimpid: boolean): string {
  const filled = writer.fill(text);
  if (!replaceimpid || writer.isFull) return filled;
  const response = parsedReply(filled);
  const seats = isObject(response) ? own(response, 'seatbid') : undefined;
  // Replies in other protocols than OpenRTB stay as they are: their bids are placed when their adapter has read them. So do replies too
  // deep to be serialized again.
  if (!Array.isArray(seats) || isDeeper(response, maxDepth)) return filled;
  const seatbid = seats.map((seat) => writer.place(seat));
  return writer.isFull ? filled : JSON.stringify({ ...(response as object), seatbid });
}

function refused(fault: string): StoredReplies {
  return { ...none, isAuction: true, faults: [fault] };
}

/** The reply of the seat that the imp itself contains (implementation B 1). */
function ownReplies(seat: unknown, writer: ImpIdWriter, { path, nameOf }: StoredReplyRules): StoredReplies {
  const name = `${path}.storedauctionresponse.seatbidobj`;
  if (!isSeat(seat)) return refused(`${name} is not a seatbid object with a seat and a bid array: correct it`);
  return repliesOf([seat], { writer, id: '', name, nameOf });
}

function auctionReplies(id: string, writer: ImpIdWriter, { path, texts, nameOf }: StoredReplyRules): StoredReplies {
  const text = texts.get(id);
  const name = `Stored response with ID=${quoted(id)}`;
  if (text === undefined) return refused(`${name} not found: store it, or correct ${path}.storedauctionresponse.id`);
  if (text.startsWith('\ufeff')) return refused(`${name} starts with a byte order mark: remove it`);
  const seats = parsedReply(text);
  const shape = 'an array of seatbid objects, each with a seat and a bid array';
  if (!Array.isArray(seats) || !seats.every(isSeat)) return refused(`${name} is not ${shape}: correct the stored text`);
  if (isDeeper(seats, maxDepth))
    return refused(`${name} is nested deeper than ${maxDepth} levels: correct the stored text`);
  return repliesOf(seats, { writer, id, name, nameOf });
}

/** The stored response that seats belong to, their name in faults, and the writer of their imp's id. */
interface SeatFacts extends Pick<StoredReplyRules, 'nameOf'> {
  readonly writer: ImpIdWriter;
  readonly id: string;
  readonly name: string;
}

/**
 * One reply for each seat of an auction response. Seats of one name are joined, also with a bidder whose name they spell in another case.
 */
function repliesOf(seats: readonly StoredSeat[], { writer, id, name, nameOf }: SeatFacts): StoredReplies {
  const replies: StoredReply[] = [];
  for (const [bidder, parts] of Map.groupBy(seats, ({ seat }) => nameOf(seat) ?? seat)) {
    const [cur, ...others] = new Set(parts.filter(({ bid }) => bid.length > 0).map(({ cur = 'USD' }) => cur));
    if (others.length > 0)
      return refused(`${name} prices seat ${quoted(bidder)} in several currencies: give it one cur`);
    const seatbid = parts.map((part) => writer.place(part));
    if (writer.isFull) break;
    const seatExt = parts.map(({ ext }) => ext).find(isObject);
    const stored = { text: JSON.stringify({ cur, seatbid }), isAuction: true, replaceimpid: false, seatExt };
    replies.push({ name: bidder, id, ...stored });
  }
  return { isAuction: true, replies, faults: [], warnings: [] };
}

interface StoredSeat {
  readonly seat: string;
  readonly cur?: string;
  readonly bid: readonly unknown[];
  readonly ext?: unknown;
}

function isSeat(seat: unknown): seat is StoredSeat {
  return isObject(seat) && typeof seat['seat'] === 'string' && seat['seat'] !== '' && Array.isArray(seat['bid']);
}
