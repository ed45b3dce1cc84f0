/** Limits what the calls of one auction hold: a long request to many bidders that want one call per imp would be gigabytes. */
import type { Call } from '../../src/adapter/adapter-results.ts';

/** The most bytes of all bodies, URLs and headers: enough for a thousand calls with a request of 33 KB. */
const mostBytes = 33_554_432;

/**
 * In usual auctions, shorter texts count by their characters: to count bytes, the engine first copies a text that was joined from others.
 */
const shortText = 4096;
/** An auction with less room left than this is not a usual one. */
const usualRoom = mostBytes - 4_194_304;

/** The room for the calls of one auction. */
export class BodyRoom {
  #left = mostBytes;
  #isOver = false;
  /** The first piece of most bodies, and its length in bytes. */
  #shared = '';
  #sharedBytes = 0;

  /** True once a call was left out: later bidders are not asked, and nothing is made for them. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Those of a bidder's calls that fit, in order; calls `tell` once if any call was left out, now or for an earlier bidder. */
  fitting(calls: readonly Call[], tell: (message: string) => void): readonly Call[] {
    const fitting = calls.filter((call) => this.#takes(headOf(call) + this.#bytesOf(call)));
    this.#isOver ||= fitting.length < calls.length;
    if (this.#isOver) {
      tell(
        'the calls of this auction are too large in total: send fewer imps, name fewer bidders, or shorten the request',
      );
    }
    return fitting;
  }

  #bytesOf({ body, pieces }: Call): number {
    const [shared, own] = pieces ?? ['', body];
    if (shared !== this.#shared) {
      this.#shared = shared;
      this.#sharedBytes = Buffer.byteLength(shared);
    }
    const isUsual = own.length < shortText && this.#left >= usualRoom;
    return this.#sharedBytes + (isUsual ? own.length : Buffer.byteLength(own));
  }

  #takes(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** The characters of URLs and headers, each of which is one byte. */
function headOf({ uri, headers, timeoutUri = '' }: Call): number {
  let characters = uri.length + timeoutUri.length;
  // No iterator: every call would pay for it.
  for (let at = 0; at < headers.length; at += 1) characters += headers[at]!.length;
  return characters;
}
