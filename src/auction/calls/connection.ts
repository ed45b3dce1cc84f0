/**
 * One connection to a bidder's host: an undici Client that carries one call at a time. undici's Pool is not used: a call that it rejects (a
 * header with a line break) leaves its connection marked busy for good, and it queues calls that must not be sent late.
 */

import type { Socket } from 'node:net';

import { type buildConnector, Client, type Dispatcher } from 'undici';

import { longestIdleMs } from '../../own-server.ts';
import { coded, floodCode } from './call-faults.ts';
import { plainContext } from './plain-context.ts';

/** How a connection is opened, and how many bytes a reply's body may have. */
export interface ConnectionRules {
  readonly connect: buildConnector.connector;
  readonly maxReplyBytes: number;
}

/** Most bytes of a reply outside its body: interim replies, headers, chunk framing. */
const mostBesideBody = 1_048_576;

/**
 * The URL of an origin such as `https://host:8443`, with `origin` and `protocol` as stored properties: undici's clients read both for every
 * call, and a plain URL computes them on each read. All clients of a host may share it.
 */
export function originUrl(origin: string): URL {
  const url = new URL(origin);
  return Object.defineProperties(url, { origin: { value: url.origin }, protocol: { value: url.protocol } });
}

/** Carries one call at a time over a kept-alive HTTP/1.1 connection, and reopens it when it is gone. */
export class Connection {
  readonly #client: Client;
  #hasCarried = false;
  readonly #mostBytes: number;
  #socket: Socket | undefined;
  #isCarrying = false;
  /** Incremented by every event that restarts the byte count: a new socket, a call, a call's end. */
  #phase = 0;
  /** The phase that the last check found, and the socket's bytes at the first check in it. */
  #counted = { phase: 0, bytesRead: 0 };

  /** `url` comes from `originUrl`. */
  constructor(url: URL, { connect, maxReplyBytes }: ConnectionRules) {
    this.#mostBytes = maxReplyBytes + mostBesideBody;
    this.#client = new Client(url, {
      connect: (options, callback) =>
        connect(options, (...made) => {
          this.#socket = made[1] ?? undefined;
          this.#phase += 1;
          callback(...made);
        }),
      allowH2: false,
      // Only one call is dispatched at a time, but with `pipelining: 1` undici would schedule an immediate after every reply.
      pipelining: 2,
      // The deadline and the drain end every call, so undici's own timers would be wasted work.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: longestIdleMs,
      // Connections that bidders keep for only a second or two are reused as well, since a stale call is repeated.
      keepAliveTimeoutThreshold: 500,
    });
    this.#client.on('connect', () => {
      this.#hasCarried = false;
      if (this.#socket !== undefined) plainContext(this.#client, this.#socket);
    });
  }

  /** Hands a call to undici, one at a time. Every end reaches `handler`, even for a call that is not valid HTTP. */
  dispatch(call: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(call, handler);
  }

  /** Notes that a call is being written. True when the open socket has carried one before and may be stale. */
  carry(): boolean {
    const isReused = this.#hasCarried;
    this.#hasCarried = true;
    this.#isCarrying = true;
    this.#phase += 1;
    return isReused;
  }

  /** Notes that the call has ended. Bytes from now on are unsolicited; if some are already here, the socket is closed. */
  rest(): void {
    this.#isCarrying = false;
    this.#phase += 1;
    // undici is still handling the reply's end: if it read more now, its parser would fail and the client would hang.
    if (this.#socket !== undefined && this.#socket.readableLength > 0) this.#socket.destroy(coded(floodCode));
  }

  /**
   * Closes the socket if more bytes have come during a call than a call may bring, or any after its end, counted from the first check then.
   * undici reads on without limit where bytes belong to no reply, or to a part of a reply that it does not bound.
   */
  closeIfFlooded(): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    const { bytesRead } = socket;
    if (this.#counted.phase !== this.#phase) this.#counted = { phase: this.#phase, bytesRead };
    else if (bytesRead - this.#counted.bytesRead > (this.#isCarrying ? this.#mostBytes : 0))
      socket.destroy(coded(floodCode));
  }

  /** True while there is a socket. A close by the server shows only in the next event loop turn. */
  get isOpen(): boolean {
    return this.#socket?.destroyed === false;
  }

  /** True when the operating system has taken all bytes written. */
  get isWritten(): boolean {
    return this.#socket?.writableLength === 0;
  }

  /** Closes the socket; a call in flight ends with an error. */
  async destroy(): Promise<void> {
    await this.#client.destroy();
  }
}
