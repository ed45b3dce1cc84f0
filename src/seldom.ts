/** Keeps troubles that come again and again from filling the host's log (issue 7, 'Must hold'). */

/** Told why something is lost, in a few words. */
export type OnTrouble = (reason: string) => void;

const everyMs = 60_000;

/** Calls `onTrouble` for the first trouble, and then at most once a minute. */
export function seldom<Reason = string>(onTrouble: (reason: Reason) => void): (reason: Reason) => void {
  let quietUntilMs = 0;
  return (reason) => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + everyMs;
    onTrouble(reason);
  };
}
