/** Logs which bidder hosts are only probed and why, and when they answer again (issue 'Overload'; issue 7, 'Must hold'). */
import { seldom, seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** Reports that a host (scheme, name and port) is only probed, that it answers again, and that this machine has no socket for it. */
export interface HostNews {
  /** False when the report was suppressed for its rate: to be tried again while the trouble lasts. */
  readonly unreachable: (host: string, call: { readonly bidder: string; readonly reason: string }) => boolean;
  readonly reached: (host: string) => void;
  readonly noSocket: (host: string) => void;
}

const unreachableMessage =
  "a bidder's host cannot be reached, or breaks off its replies, so it is only probed until it answers: check bidders.<code>.endpoint, or ask the bidder";

const noSocketMessage =
  "this machine has no socket left for calls to a bidder: raise net.ipv4.ip_local_port_range and set net.ipv4.tcp_tw_reuse to 1 (sysctl), or raise this process's file limit (LimitNOFILE of systemd)";

/** Reports to the log: each host once a minute, missing sockets once a minute for all hosts. `nowMs` is a clock in milliseconds. */
export function hostLog(log: Pick<Log, 'warn' | 'info'>, nowMs?: () => number): HostNews {
  const mayLog = seldomEach(nowMs);
  return {
    unreachable: (host, { bidder, reason }) => {
      if (!mayLog(host)) return false;
      log.warn({ bidder, host, reason }, unreachableMessage);
      return true;
    },
    reached: (host) => log.info({ host }, "a bidder's host is reachable again"),
    noSocket: seldom((host) => log.warn({ host }, noSocketMessage), nowMs),
  };
}
