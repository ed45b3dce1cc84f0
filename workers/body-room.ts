/** Bounds what the calls of one auction hold: a long request to many bidders that want a call for each imp would be gigabytes. */
import type { Call } from '../src/adapter/contract.ts';

/** Characters of all bodies: a request of 33 KB makes a thousand calls. */
const mostCharacters = 33_554_432;

/** The room that the bodies of one auction have. */
export class BodyRoom {
  /** True once a call was left out: bidders after it are not asked, and nothing is made for them. */
  isOver = false;
  #left = mostCharacters;

  /** Those of a bidder's calls for which there is room, in their order; `tell` is told once if others are left out, or would be. */
  fitting(calls: readonly Call[], tell: (message: string) => void): readonly Call[] {
    const fitting = calls.filter(({ body }) => this.#takes(body.length));
    this.isOver ||= fitting.length < calls.length;
    if (this.isOver) {
      tell(
        'the calls of this auction are too long together: send fewer imps, name fewer bidders, or shorten the request',
      );
    }
    return fitting;
  }

  #takes(characters: number): boolean {
    if (characters > this.#left) return false;
    this.#left -= characters;
    return true;
  }
}
