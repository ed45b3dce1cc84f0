/** Tells the log which hosts of bidders cannot be reached and why, and when they can again (issue 'Overload'; issue 7, 'Must hold'). */
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** Who is told that hosts (scheme, name and port) cannot be reached, and that they can again. */
export interface HostNews {
  /** False when it is too much now: to be tried again while it lasts. */
  readonly unreachable: (host: string, call: { readonly bidder: string; readonly reason: string }) => boolean;
  readonly reached: (host: string) => void;
}

/** Characters of a bidder's name: requests may give one. */
const longestName = 100;

const away =
  "a bidder's host cannot be reached, and is only probed until it answers: check bidders.<code>.endpoint, or ask the bidder";

/** News for the log: of each host once a minute. `nowMs` is a clock in milliseconds. */
export function hostLog(log: Pick<Log, 'warn' | 'info'>, nowMs?: () => number): HostNews {
  const mayTell = seldomEach(nowMs);
  return {
    unreachable: (host, { bidder, reason }) => {
      if (!mayTell(host)) return false;
      log.warn({ bidder: bidder.slice(0, longestName), host, reason }, away);
      return true;
    },
    reached: (host) => log.info({ host }, "a bidder's host is reached again"),
  };
}
