/**
 * One connection to a bidder's host: an undici Client that carries one call at a time. undici's Pool is not used: a call
 * it refuses (a header with a line break) leaves its connection marked busy for ever, and it queues calls we must not send late.
 */

import { buildConnector, Client, type Dispatcher } from 'undici';

import { rememberedLookup } from './host-lookup.ts';

/** How connections are made: the time to connect (TLS included), and whether certificates are checked. */
export interface ConnectOptions {
  readonly connectTimeoutMs: number;
  readonly rejectUnauthorized: boolean;
}

/** Carries one call at a time over a kept HTTP/1.1 connection, opening it anew whenever it is gone. */
export class Connection {
  #client: Client;
  #hasCarried = false;

  constructor(origin: string, connect: buildConnector.connector) {
    this.#client = new Client(origin, {
      connect,
      allowH2: false,
      pipelining: 1,
      // The deadline and the drain end every call, so undici's own timers would only cost time.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Bidders that keep a connection for only a second or two are reused as well: a stale call is repeated.
      keepAliveTimeoutThreshold: 500,
    });
    this.#client.on('connect', () => {
      this.#hasCarried = false;
    });
  }

  /** Hands a call to undici; `handler` hears of every end, also of a call that is not valid HTTP. Only one call at a time. */
  dispatch(call: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(call, handler);
  }

  /** Notes that a call is being written now; true when the open socket has carried one before and may be stale. */
  carry(): boolean {
    const isReused = this.#hasCarried;
    this.#hasCarried = true;
    return isReused;
  }

  /** Closes the socket; a running call ends with an error. */
  async destroy(): Promise<void> {
    await this.#client.destroy();
  }
}

/** How all connections of one host connect: they share TLS sessions and the host's addresses. */
export function hostConnector({ connectTimeoutMs, rejectUnauthorized }: ConnectOptions): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    rejectUnauthorized,
    timeout: connectTimeoutMs,
    lookup: rememberedLookup(),
  });
  return (options, callback) => {
    let isOver = false;
    connect(options, (...[error, socket]) => {
      clearTimeout(timer);
      if (isOver) socket?.destroy();
      else if (error !== null) callback(error, null);
      else callback(null, socket);
    });
    // undici's own timer ticks twice a second, too coarse for an auction; it only clears away the late socket.
    const timer = setTimeout(() => {
      isOver = true;
      callback(connectTimeout(), null);
    }, connectTimeoutMs);
  };
}

function connectTimeout(): Error {
  return Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' });
}
