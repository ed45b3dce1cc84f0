/** Serves: opens the parts, then the port; and takes both down again in the order of traps ('Drain'). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config/schema.ts';
import { startServer, type HttpServer, type ServerOptions } from './http/server.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { inTime } from './in-time.ts';
import { bugLog } from './observe/bug-log.ts';
import { watchFileLimit } from './observe/file-limit.ts';
import { openParts, type Surroundings } from './start/open-parts.ts';
import { warmProcess } from './start/warm-process.ts';

/** A running service. */
export interface Service {
  readonly port: number;
  /** Closes every connection with its answer for a while, then the port; lets what is in flight finish, and frees everything. */
  drain(leave: Leave): Promise<void>;
}

/** How a service goes. */
export interface Leave {
  /** How long the port stays open, in milliseconds. */
  readonly delayMs: number;
  /** True when none of the same service stays behind on the port: then `/status` says 503. */
  readonly isLast: boolean;
}

/** A connection taken just before the port closed has this long to send its request, in milliseconds. */
const lingerMs = 200;
/** Of the second that a drain may take beyond the longest auction: until when answers are sent, events and captures delivered (metrics are told then), and all freed. */
const answerMs = 400;
const toldMs = 600;
const freeMs = 800;

/**
 * Starts the service, on a port that it shares with its other processes: the caller knows that no other service holds it. Rejects
 * with an Error that says what to change, or an AggregateError of several.
 */
export async function serve(config: Config, surroundings: Surroundings): Promise<Service> {
  const { version, revision } = surroundings;
  const opened = await openParts(config, surroundings);
  let isDraining = false;
  let server: HttpServer;
  try {
    await opened.hops.ready();
    // Once every thread is up: its connections are files, and where those are few a thread would lack them.
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
    await opened.tellLast(lastAtMs + toldMs - performance.now());
    await inTime(opened.free(), lastAtMs + freeMs - performance.now());
  };
  return { port: server.port, drain };
}

function serverOptions(config: Config, { log }: Surroundings): ServerOptions {
  const { host, port, trustedProxies, externalUrl } = config;
  const { maxRequestBytes, bodyTimeoutMs } = config.auction;
  return { host, port, maxRequestBytes, bodyTimeoutMs, trustedProxies, externalUrl, onBug: bugLog(log) };
}
