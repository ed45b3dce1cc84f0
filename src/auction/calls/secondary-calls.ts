/**
 * Decides when an auction stops waiting for its secondary bidders (implementation B 12, 'secondarybidders'): once all other calls have
 * settled, at least one of them with an answer.
 */
import type { CallToSend, SettledCall } from '../settled-call.ts';

/** The secondary calls among `calls`, all of one auction; undefined for none. Where all calls are secondary, none counts as such. */
export function secondaryCallsOf(calls: readonly CallToSend[]): SecondaryCalls | undefined {
  if (calls.every(({ record }) => record.isSecondary === undefined)) return undefined;
  const places = calls.flatMap(({ record }, at) => (record.isSecondary === undefined ? [] : [at]));
  return places.length === calls.length ? undefined : new SecondaryCalls(places, calls.length);
}

/** The secondary calls of one auction. */
export class SecondaryCalls {
  readonly #places: ReadonlySet<number>;
  #unsettledPrimary: number;
  #isAnswered = false;

  /** `places` are the indexes of the secondary calls among `count` calls. */
  constructor(places: readonly number[], count: number) {
    this.#places = new Set(places);
    this.#unsettledPrimary = count - places.length;
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
