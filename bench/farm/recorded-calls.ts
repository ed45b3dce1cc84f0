/**
 * Finds the recorded call that matches a call to the farm, among the auctions being replayed at the moment: by the request's id, by what
 * was sent, by bidder and imps. Identical calls get their replies in the order of the recording.
 */
import { sentPrint, type CapturedAuction, type CapturedCall } from '../../src/observe/capture-record.ts';
import { lastingQuery, userless } from '../../src/observe/capture-query.ts';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { blot, withoutQuery } from '../../src/observe/capture-texts.ts';
import { isObject } from '../../src/openrtb/json-object.ts';
import { parsedJson } from '../../src/openrtb/parsed-json.ts';
import { requestIdOf } from '../fixture-file.ts';

/** A message to the farm: an auction begins (answered with its ticket) or ends, or the counts restart (answered with the old ones). */
export type PlayMessage = { readonly begin: number; readonly line: string } | { readonly end: number } | 'count anew';

/** The calls to the farm: their number, and by bidder the calls that it did not know and the recorded calls that did not come. */
export interface FarmCounts {
  readonly calls: number;
  readonly unknown: { readonly [bidder: string]: number };
  readonly missing: { readonly [bidder: string]: number };
}

/** A call to a bidder: its code, the rest of the path with the query, and the body ('' for none). */
export interface AskedCall {
  readonly code: string;
  readonly path: string;
  readonly text: string;
}

/** One auction being replayed; `asked` holds those of its calls that were answered. */
interface Playing {
  /** Undefined if the id is minted anew every time, as for AMP pages. */
  readonly id: string | undefined;
  readonly calls: readonly CapturedCall[];
  readonly asked: Set<CapturedCall>;
  isOver: boolean;
}

/** The properties by which a call is found. */
interface Wanted {
  readonly code: string;
  /** Without the query. */
  readonly path: string;
  readonly id: unknown;
  readonly prints: ReadonlySet<string>;
  readonly imps: string;
}

/** How many later auctions a finished auction is kept for, because some of its calls may still be on their way. */
const keptOver = 64;

/** The calls of the auctions being replayed at the moment. */
export class RecordedCalls {
  readonly #playing = new Map<number, Playing>();
  #over: number[] = [];

  /** Begins an auction, none of whose calls has come yet; `ticket` is unique. */
  begin(ticket: number, auction: CapturedAuction): void {
    const { calls } = auction;
    this.#playing.set(ticket, { id: requestIdOf(auction), calls, asked: new Set(), isOver: false });
  }

  /** Ends the auction: from now on they match only if no running auction's match equally well. Returns those that never came. */
  end(ticket: number): readonly CapturedCall[] {
    const ended = this.#playing.get(ticket);
    if (ended === undefined) return [];
    ended.isOver = true;
    this.#over.push(ticket);
    if (this.#over.length > keptOver) this.#playing.delete(this.#over.shift()!);
    return ended.calls.filter((call) => !ended.asked.has(call));
  }

  /** The recorded call that matches; undefined if there is none. */
  find(asked: AskedCall): CapturedCall | undefined {
    const wanted = wantedOf(asked);
    let best: { readonly playing: Playing; readonly call: CapturedCall; readonly fit: number } | undefined;
    for (const playing of this.#playing.values()) {
      for (const call of playing.calls) {
        const fit = fitOf(call, playing, wanted);
        if (fit > (best?.fit ?? 0)) best = { playing, call, fit };
      }
    }
    best?.playing.asked.add(best.call);
    return best?.call;
  }
}

function wantedOf({ code, path, text }: AskedCall): Wanted {
  const value = parsedJson(text);
  const { id, imp } = isObject(value) ? value : {};
  const imps = (Array.isArray(imp) ? imp : []).map((one: unknown) => (isObject(one) ? String(one['id']) : ''));
  return { code, path: withoutQuery(path), id, prints: printsOf(path, text, value), imps: imps.join() };
}

/** Fingerprints of a call with and without its user: a user from a stored request is sent again, but was redacted in the recording. */
function printsOf(path: string, text: string, value: unknown): Set<string> {
  const [whole, redacted = ''] =
    text === ''
      ? [lastingQuery(path), lastingQuery(path, userless())]
      : [text, JSON.stringify(redactJson(value)) as string | undefined];
  return new Set([sentPrint(whole), sentPrint(redacted)]);
}

/** How well the call matches, 0 for not at all: each criterion outweighs all that follow it. */
function fitOf(call: CapturedCall, playing: Playing, wanted: Wanted): number {
  const { id, calls, asked, isOver } = playing;
  const isOwn = call.bidder === wanted.code;
  const isSame = call.sentSha256 !== undefined && wanted.prints.has(call.sentSha256);
  const isNamed = id !== undefined && id === wanted.id;
  // Most calls belong to other bidders of other auctions: comparing each fully would take the farm longer than bidders take.
  if (!isOwn && !isSame && !isNamed) return 0;
  const isAlike = (call.imps ?? []).join() === wanted.imps;
  const isAtIts = isAt(withoutQuery(call.uri ?? wanted.path), wanted.path);
  // Aliases defined by the request itself have their bidder's address.
  const own = isOwn ? [] : calls.filter(({ bidder }) => bidder === wanted.code);
  const isHere = isAtIts && (own.length === 0 || own.some(({ uri }) => uri === call.uri));
  if (!isOwn && !(isHere && (isSame || (isNamed && isAlike)))) return 0;
  const isNameless = id === undefined && wanted.id !== undefined;
  const marks = [isNamed, isSame, isOwn, isNameless, isAlike, isAtIts, !isOver, !asked.has(call), true];
  return marks.reduce((sum, mark) => sum * 2 + Number(mark), 0);
}

/** True if the address ends with the path; if part of the address was redacted, only what follows that part is compared. */
function isAt(uri: string, path: string): boolean {
  const mark = uri.lastIndexOf(blot);
  return mark < 0 ? uri.endsWith(path) : path.endsWith(uri.slice(mark + blot.length));
}
