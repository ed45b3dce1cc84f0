/**
 * Decides when an auction stops waiting for its secondary bidders (implementation B 12, 'secondarybidders'): once all other calls have
 * settled, at least one of them with an answer.
 */
import type { CallToSend, SettledCall } from '../settled-call.ts';

/** The secondary calls of one auction. Where all calls are secondary, none counts as such. */
export class SecondaryCalls {
  readonly #places: ReadonlySet<number>;
  #unsettledPrimary: number;
  #isAnswered = false;

  constructor(calls: readonly CallToSend[]) {
    this.#places = secondaryPlaces(calls);
    this.#unsettledPrimary = calls.length - this.#places.size;
  }

  /** Notes that the call at `index` has settled; true when the auction must not wait for secondary calls any more. */
  noteSettled(index: number, outcome: SettledCall): boolean {
    if (this.#places.has(index)) return false;
    this.#unsettledPrimary -= 1;
    this.#isAnswered ||= isAnswer(outcome);
    return this.#unsettledPrimary === 0 && this.#isAnswered;
  }
}

/** An error or a redirect is no sign of a bidder at work: the front end of one that is down sends it, faster than any bidder answers. */
function isAnswer({ kind, status }: SettledCall): boolean {
  return kind === 'reply' && status < 300;
}

const noPlaces: ReadonlySet<number> = new Set();

function secondaryPlaces(calls: readonly CallToSend[]): ReadonlySet<number> {
  if (calls.every(({ record }) => record.isSecondary === undefined)) return noPlaces;
  const places = calls.flatMap(({ record }, at) => (record.isSecondary === undefined ? [] : [at]));
  return places.length === calls.length ? noPlaces : new Set(places);
}
