/** The HTTP server: listens, passes requests to `intake`, drains and closes (traps, 'uWebSockets.js'). */
import { compileTrust } from './client-address.ts';
import type { Route } from './exchange.ts';
import { cannotListen } from './free-port.ts';
import { takeIn } from './intake.ts';
import { type Front, LiveExchange } from './live-exchange.ts';
import { type Gate, refuseEarly } from './refuse-early.ts';
import { RouteTable } from './routes.ts';
import { Turn } from './turn.ts';
import { loadUws } from './uws.ts';
import type { ListenSocket, Wire, WireApp, WireRequest, WireResponse } from './wire.ts';

/** How a server listens, and its limits. */
export interface ServerOptions {
  /** An address or name of this machine; `::` and `0.0.0.0` mean all addresses. */
  readonly host: string;
  /**
   * 0 takes any free port. Any other is shared with other uWebSockets.js servers: `findFreePort` checks whether another service holds it.
   */
  readonly port: number;
  /** Largest body in bytes, after inflating. */
  readonly maxRequestBytes: number;
  /** Milliseconds from a request's head to the last byte of its body. */
  readonly bodyTimeoutMs: number;
  /** `loopback`, `private`, CIDR blocks, addresses. */
  readonly trustedProxies: readonly string[];
  /** The URL at which browsers reach this host; an https URL makes every exchange https. */
  readonly externalUrl: string;
  /** Decides when requests are refused for overload. */
  readonly gate: Gate;
  /** Reports a proxy of the host's own networks that is not one of `trustedProxies`. */
  readonly onStrangeProxy: Front['onStrangeProxy'];
  /** Reports every bug in a handler: what was thrown. */
  readonly onBug: Front['onBug'];
}

/** A listening server. */
export interface HttpServer {
  /** The port it listens on. */
  readonly port: number;
  /** The number of exchanges neither answered to the last byte nor aborted. */
  inFlight(): number;
  /** Makes every answer from now on close its connection. */
  startDraining(): void;
  /** Accepts no more connections; open ones go on. */
  stopListening(): void;
  /** Stops listening and drops every connection; exchanges in flight are aborted. */
  close(): void;
}

/**
 * Starts a server. Rejects with an Error for a port that another kind of server holds, an address that this machine does not have, or
 * wrong routes.
 */
export async function startServer(options: ServerOptions, routes: readonly Route[]): Promise<HttpServer> {
  const front: Front = {
    trusts: compileTrust(options.trustedProxies),
    isHttpsOutside: /^https:/i.test(options.externalUrl),
    onStrangeProxy: options.onStrangeProxy,
    onBug: options.onBug,
    turn: new Turn(),
    isDraining: false,
    inFlight: 0,
    unsent: 0,
  };
  const uws = loadUws();
  const app = uws.App();
  const slot: HandlerSlot = { take: requestHandler(front, new RouteTable(routes), options) };
  serveAt(slot, app);
  const socket = await listen(app, options);
  return control({ uws, app, socket, front, slot });
}

/**
 * Holds the request handler. The indirection exists because the library never releases its handlers, and a process may outlive its server.
 */
interface HandlerSlot {
  take: (response: WireResponse, request: WireRequest) => void;
}

function dropRequest(response: WireResponse): void {
  response.close();
}

function serveAt(slot: HandlerSlot, app: WireApp): void {
  app.any('/*', (response, request) => slot.take(response, request));
}

function requestHandler(front: Front, table: RouteTable, options: ServerOptions): HandlerSlot['take'] {
  const { gate } = options;
  const rules = { ...options, front };
  return (response, request) => {
    if (gate.countIn(front.inFlight) && refuseEarly({ response, request, front, table }, gate)) return;
    takeIn(new LiveExchange(front, response, request), table, rules);
  };
}

function listen(app: WireApp, { host, port }: ServerOptions): Promise<ListenSocket> {
  return new Promise((resolve, reject) => {
    app.listen(host, port, (socket) => {
      if (socket) {
        resolve(socket);
        return;
      }
      app.close();
      reject(new Error(cannotListen({ host, port })));
    });
  });
}

interface Running {
  readonly uws: Wire;
  readonly app: WireApp;
  readonly socket: ListenSocket;
  readonly front: Front;
  readonly slot: HandlerSlot;
}

function control({ uws, app, socket, front, slot }: Running): HttpServer {
  let isListening = true;
  let isOpen = true;
  const stopListening = (): void => {
    if (isListening) uws.us_listen_socket_close(socket);
    isListening = false;
  };
  return {
    port: uws.us_socket_local_port(socket),
    inFlight: () => front.inFlight + front.turn.waiting + front.unsent,
    startDraining: () => {
      front.isDraining = true;
    },
    stopListening,
    close: () => {
      stopListening();
      if (isOpen) app.close();
      isOpen = false;
      slot.take = dropRequest;
    },
  };
}
