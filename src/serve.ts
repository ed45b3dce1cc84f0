/** Runs the service: opens its parts, then the port, and closes both in the order that traps ('Drain') requires. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config/schema.ts';
import { startServer, type HttpServer, type ServerOptions } from './http/server.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { inTime } from './in-time.ts';
import { bugLog } from './observe/bug-log.ts';
import { watchFileLimit } from './observe/file-limit.ts';
import { proxyLog } from './observe/proxy-log.ts';
import { openParts, type Surroundings } from './start/open-parts.ts';
import { warmProcess } from './start/warm-process.ts';

/** A running service. */
export interface Service {
  readonly port: number;
  /** Lets answers close their connections for a while, closes the port, waits for what is in flight, and frees everything. */
  drain(leave: Leave): Promise<void>;
}

/** How a service ends. */
export interface Leave {
  /** How long the port stays open, in milliseconds. */
  readonly delayMs: number;
  /** True when no other process of the service stays on the port: then `/status` answers 503. */
  readonly isLast: boolean;
}

/** A connection accepted just before the port closed has this long to send its request, in milliseconds. */
const lingerMs = 200;
/**
 * Deadlines within the second that a drain may take beyond the longest auction, in milliseconds: for answers, for delivering events,
 * captures and the last metrics, for freeing everything, and for the process itself to end.
 */
const answerMs = 400;
const deliveredMs = 600;
const freeMs = 800;
const endMs = 950;

/** The longest that a process may take from the start of its drain to its end, in milliseconds. */
export function longestLeaveMs({ drainDelayMs, auction }: Pick<Config, 'drainDelayMs' | 'auction'>): number {
  return drainDelayMs + auction.tmaxMaxMs + endMs;
}

/**
 * Starts the service on a port that its processes share; the caller has checked that no other service holds it. Rejects with an Error that
 * says what to change, or an AggregateError of several.
 */
export async function serve(config: Config, surroundings: Surroundings): Promise<Service> {
  const { version, revision } = surroundings;
  const opened = await openParts(config, surroundings);
  let isDraining = false;
  let server: HttpServer;
  try {
    await opened.hops.ready();
    // After every thread has started: warming up opens connections, and with few file descriptors a thread could lack them.
    await warmProcess(opened.serving.auction, config, surroundings.log);
    const build = { version, revision };
    const routes = serviceRoutes(config, { ...opened, build, isDraining: () => isDraining });
    server = await startServer({ ...serverOptions(config, surroundings), gate: opened.gate }, routes);
  } catch (error) {
    await opened.free();
    throw error;
  }
  const unwatch = watchFileLimit(surroundings.log);
  const drain = async ({ delayMs, isLast }: Leave): Promise<void> => {
    isDraining = isLast;
    server.startDraining();
    await sleep(delayMs);
    server.stopListening();
    const lastAtMs = performance.now() + config.auction.tmaxMaxMs;
    await sleep(Math.min(delayMs, lingerMs));
    while (server.inFlight() > 0 && performance.now() < lastAtMs + answerMs) await sleep(10);
    server.close();
    unwatch();
    await opened.tellLast(lastAtMs + deliveredMs - performance.now());
    await inTime(opened.free(), lastAtMs + freeMs - performance.now());
  };
  return { port: server.port, drain };
}

function serverOptions(config: Config, { log }: Surroundings): Omit<ServerOptions, 'gate'> {
  const { host, port, trustedProxies, externalUrl } = config;
  const { maxRequestBytes, bodyTimeoutMs } = config.auction;
  const reports = { onStrangeProxy: proxyLog(log), onBug: bugLog(log) };
  return { host, port, maxRequestBytes, bodyTimeoutMs, trustedProxies, externalUrl, ...reports };
}
