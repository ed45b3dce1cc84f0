/** Rate-limits reports of recurring trouble, so that they do not fill the host's log (issue 7, 'Must hold'). */

/** Called with a short reason why something is lost. */
export type OnTrouble = (reason: string) => void;

const everyMs = 60_000;

/** Calls `onTrouble` for the first trouble, and then at most once a minute. `nowMs` is a clock in milliseconds. */
export function seldom<Reason = string>(
  onTrouble: (reason: Reason) => void,
  nowMs: () => number = () => performance.now(),
): (reason: Reason) => void {
  let quietUntilMs = 0;
  return (reason) => {
    if (nowMs() < quietUntilMs) return;
    quietUntilMs = nowMs() + everyMs;
    onTrouble(reason);
  };
}

/**
 * Trouble that comes and goes. `onBegin` is called when it begins, at most once a minute, and `onEnd` when reported trouble is over. Call
 * `begin` repeatedly while the trouble lasts: if it begins too soon after the last report, it is reported later.
 */
export class Trouble<Reason> {
  readonly #report: (reason: Reason) => void;
  readonly #onEnd: () => void;
  #isReported = false;

  constructor(onBegin: (reason: Reason) => void, onEnd: () => void, nowMs?: () => number) {
    this.#onEnd = onEnd;
    this.#report = seldom((reason: Reason) => {
      this.#isReported = true;
      onBegin(reason);
    }, nowMs);
  }

  begin(reason: Reason): void {
    if (!this.#isReported) this.#report(reason);
  }

  end(): void {
    if (this.#isReported) this.#onEnd();
    this.#isReported = false;
  }
}

/** Most names reported per minute: requests can make up names, which must not fill the log. */
const mostNames = 20;

/**
 * Makes a function that decides whether a name may be reported now: each once a minute, and at most twenty names a minute. A minute begins
 * with the first name after the one before. `onLeftOut` is called with how often other names were left out in the minute before.
 */
export function seldomEach(
  nowMs: () => number = () => performance.now(),
  onLeftOut: (times: number) => void = () => undefined,
): (name: string) => boolean {
  const reported = new Set<string>();
  let leftOut = 0;
  let minuteEndsAtMs = -Infinity;
  return (name) => {
    if (nowMs() >= minuteEndsAtMs) {
      minuteEndsAtMs = nowMs() + everyMs;
      reported.clear();
      if (leftOut > 0) onLeftOut(leftOut);
      leftOut = 0;
    }
    if (reported.has(name)) return false;
    if (reported.size >= mostNames) {
      leftOut += 1;
      return false;
    }
    reported.add(name);
    return true;
  };
}
