/** Tells the log which hosts of bidders are only probed and why, and when they answer again (issue 'Overload'; issue 7, 'Must hold'). */
import { seldom, seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** Who is told that hosts (scheme, name and port) are only probed, and that they answer again; and which this machine has no socket for. */
export interface HostNews {
  /** False when it is too much now: to be tried again while it lasts. */
  readonly unreachable: (host: string, call: { readonly bidder: string; readonly reason: string }) => boolean;
  readonly reached: (host: string) => void;
  readonly noSocket: (host: string) => void;
}

const away =
  "a bidder's host cannot be reached, or breaks off its replies, and is only probed until it answers: check bidders.<code>.endpoint, or ask the bidder";

const socketless =
  'this machine has no socket left for calls to a bidder: raise net.ipv4.ip_local_port_range (sysctl), or the limit of files of this process (LimitNOFILE of systemd)';

/** News for the log: of each host once a minute, of sockets whatever the host. `nowMs` is a clock in milliseconds. */
export function hostLog(log: Pick<Log, 'warn' | 'info'>, nowMs?: () => number): HostNews {
  const mayTell = seldomEach(nowMs);
  return {
    unreachable: (host, { bidder, reason }) => {
      if (!mayTell(host)) return false;
      log.warn({ bidder, host, reason }, away);
      return true;
    },
    reached: (host) => log.info({ host }, "a bidder's host is reached again"),
    noSocket: seldom((host) => log.warn({ host }, socketless), nowMs),
  };
}
