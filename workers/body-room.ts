/** Bounds what the calls of one auction hold: a long request to many bidders that want a call for each imp would be gigabytes. */
import type { Call } from '../src/adapter/adapter-results.ts';

/** Bytes of all bodies, addresses and headers: a request of 33 KB makes a thousand calls. */
const mostBytes = 33_554_432;

/** Shorter texts count by their characters in usual auctions: the engine copies a text that is made of others before it counts bytes. */
const shortText = 4096;
/** Who leaves less room than this is none of those. */
const usuallyLeft = mostBytes - 4_194_304;

/** The room that the calls of one auction have. */
export class BodyRoom {
  #left = mostBytes;
  #isOver = false;
  /** The first piece of most bodies, and its bytes. */
  #shared = '';
  #sharedBytes = 0;

  /** True once a call was left out: bidders after it are not asked, and nothing is made for them. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Those of a bidder's calls for which there is room, in their order; `tell` is told once if others are left out, or would be. */
  fitting(calls: readonly Call[], tell: (message: string) => void): readonly Call[] {
    const fitting = calls.filter((call) => this.#takes(headOf(call) + this.#bytesOf(call)));
    this.#isOver ||= fitting.length < calls.length;
    if (this.#isOver) {
      tell(
        'the calls of this auction are too long together: send fewer imps, name fewer bidders, or shorten the request',
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
    const isUsual = own.length < shortText && this.#left >= usuallyLeft;
    return this.#sharedBytes + (isUsual ? own.length : Buffer.byteLength(own));
  }

  #takes(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** Characters of what stands before the body, which are bytes. */
function headOf({ uri, headers, timeoutUri = '' }: Call): number {
  let characters = uri.length + timeoutUri.length;
  // Without an iterator, which every call would pay for.
  for (let at = 0; at < headers.length; at += 1) characters += headers[at]!.length;
  return characters;
}
