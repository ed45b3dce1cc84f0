/** Logs a proxy that `trustedProxies` leaves out: nothing else shows that bidders are told no user's address (decisions, 'Client address'). */
import { seldom } from '../seldom.ts';
import type { Log } from './log.ts';

const message =
  "requests come through a proxy that trustedProxies does not list, so its address counts as the users', and bidders get no device.ip: add it";

/** Reports the address of such a proxy to the log, at most once a minute. `nowMs` is a clock in milliseconds. */
export function proxyLog(log: Pick<Log, 'warn'>, nowMs?: () => number): (proxy: string) => void {
  return seldom((proxy) => log.warn({ proxy }, message), nowMs);
}
