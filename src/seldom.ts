/** Keeps troubles that come again and again from filling the host's log (issue 7, 'Must hold'). */

/** Told why something is lost, in a few words. */
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
 * A trouble that comes and goes: `onBegin` is called when it begins, at most once a minute, and `onEnd` when one is over that was told.
 * While it lasts `begin` is to be called again and again: one that begins too soon after another is told of later.
 */
export class Trouble<Reason> {
  readonly #tell: (reason: Reason) => void;
  readonly #onEnd: () => void;
  #isTold = false;

  constructor(onBegin: (reason: Reason) => void, onEnd: () => void, nowMs?: () => number) {
    this.#onEnd = onEnd;
    this.#tell = seldom((reason: Reason) => {
      this.#isTold = true;
      onBegin(reason);
    }, nowMs);
  }

  begin(reason: Reason): void {
    if (!this.#isTold) this.#tell(reason);
  }

  end(): void {
    if (this.#isTold) this.#onEnd();
    this.#isTold = false;
  }
}

/** So many names at once are told of: what requests may name must not fill the log. */
const mostNames = 20;

/**
 * Says of each name whether it may be told of now: once a minute, and no more than twenty names in a minute. `onLeftOut` is told how
 * often others were named in the minute before.
 */
export function seldomEach(
  nowMs: () => number = () => performance.now(),
  onLeftOut: (times: number) => void = () => undefined,
): (name: string) => boolean {
  const told = new Set<string>();
  let leftOut = 0;
  let minuteEndsAtMs = -Infinity;
  return (name) => {
    if (nowMs() >= minuteEndsAtMs) {
      minuteEndsAtMs = nowMs() + everyMs;
      told.clear();
      if (leftOut > 0) onLeftOut(leftOut);
      leftOut = 0;
    }
    if (told.has(name)) return false;
    if (told.size >= mostNames) {
      leftOut += 1;
      return false;
    }
    told.add(name);
    return true;
  };
}
