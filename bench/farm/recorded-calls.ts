/**
 * Finds the recorded call that a bidder is being asked again, among those of the auctions that are played right now: by the request's id,
 * by what was sent, by bidder and imps. Of calls that are alike each gets its own reply, in the order of the recording.
 */
import { sentPrint, type CapturedAuction, type CapturedCall } from '../../src/observe/capture-record.ts';
import { lastingQuery, userless } from '../../src/observe/capture-query.ts';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { blot, withoutQuery } from '../../src/observe/capture-texts.ts';
import { isObject } from '../../src/openrtb/merge-patch.ts';
import { parsedJson } from '../../src/openrtb/parsed-json.ts';
import { requestIdOf } from '../fixture-file.ts';

/** What the farm is told: the line of an auction that begins, which it answers with the ticket; the end of one; or to count anew, which it answers with the counts so far. */
export type PlayMessage = { readonly begin: number; readonly line: string } | { readonly end: number } | 'count anew';

/** What the farm was asked: by bidder the calls that it did not know, and those that did not come. */
export interface FarmCounts {
  readonly calls: number;
  readonly unknown: { readonly [bidder: string]: number };
  readonly missing: { readonly [bidder: string]: number };
}

/** What a bidder is asked now: its code, the rest of the path with the query, and the body, '' for none. */
export interface AskedCall {
  readonly code: string;
  readonly path: string;
  readonly text: string;
}

/** One auction that is played; `asked` has those of its calls that were answered. */
interface Playing {
  /** Undefined where an id is made anew every time, as of pages of AMP. */
  readonly id: string | undefined;
  readonly calls: readonly CapturedCall[];
  readonly asked: Set<CapturedCall>;
  isOver: boolean;
}

/** What a call is found by. */
interface Wanted {
  readonly code: string;
  /** Without the query. */
  readonly path: string;
  readonly id: unknown;
  readonly prints: ReadonlySet<string>;
  readonly imps: string;
}

/** Auctions that are over stay this long, counted in later ones: some of their calls may still be on their way. */
const keptOver = 64;

/** The calls of the auctions that are played right now. */
export class RecordedCalls {
  readonly #playing = new Map<number, Playing>();
  #over: number[] = [];

  /** Begins an auction, whose calls nobody has asked for yet; `ticket` is a number of its own. */
  begin(ticket: number, auction: CapturedAuction): void {
    const { calls } = auction;
    this.#playing.set(ticket, { id: requestIdOf(auction), calls, asked: new Set(), isOver: false });
  }

  /** Ends the auction: its calls are found only where no other's is as good. Gives those that nobody asked for. */
  end(ticket: number): readonly CapturedCall[] {
    const ended = this.#playing.get(ticket);
    if (ended === undefined) return [];
    ended.isOver = true;
    this.#over.push(ticket);
    if (this.#over.length > keptOver) this.#playing.delete(this.#over.shift()!);
    return ended.calls.filter((call) => !ended.asked.has(call));
  }

  /** The call that is made again; undefined for one that was never made. */
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

/** As it is, and without a user: one that a stored request tells of is in what is sent, though it was blotted out of what was. */
function printsOf(path: string, text: string, value: unknown): Set<string> {
  const [whole, redacted = ''] =
    text === ''
      ? [lastingQuery(path), lastingQuery(path, userless())]
      : [text, JSON.stringify(redactJson(value)) as string | undefined];
  return new Set([sentPrint(whole), sentPrint(redacted)]);
}

/** How well the call fits, 0 for not at all: what comes first weighs more than all that follows. */
function fitOf(call: CapturedCall, playing: Playing, wanted: Wanted): number {
  const { id, calls, asked, isOver } = playing;
  const isOwn = call.bidder === wanted.code;
  const isSame = call.sentSha256 !== undefined && wanted.prints.has(call.sentSha256);
  const isNamed = id !== undefined && id === wanted.id;
  // Most are another bidder's of another auction: to look at all there is of each would take the farm longer than bidders take.
  if (!isOwn && !isSame && !isNamed) return 0;
  const isAlike = (call.imps ?? []).join() === wanted.imps;
  const isAtIts = isAt(withoutQuery(call.uri ?? wanted.path), wanted.path);
  // Aliases that a request makes for itself have their bidder's address.
  const own = isOwn ? [] : calls.filter(({ bidder }) => bidder === wanted.code);
  const isHere = isAtIts && (own.length === 0 || own.some(({ uri }) => uri === call.uri));
  if (!isOwn && !(isHere && (isSame || (isNamed && isAlike)))) return 0;
  const isNameless = id === undefined && wanted.id !== undefined;
  const marks = [isNamed, isSame, isOwn, isNameless, isAlike, isAtIts, !isOver, !asked.has(call), true];
  return marks.reduce((sum, mark) => sum * 2 + Number(mark), 0);
}

/** True for an address that ends with the path; of one with something blotted out, only what follows is known. */
function isAt(uri: string, path: string): boolean {
  const mark = uri.lastIndexOf(blot);
  return mark < 0 ? uri.endsWith(path) : path.endsWith(uri.slice(mark + blot.length));
}
