/** The part of uWebSockets.js that this folder uses, typed without `any`; `uws.ts` provides it. */

/** A request's head; valid only while its handler runs. */
export interface WireRequest {
  /** The method in lower case. */
  getMethod(): string;
  /** The path, percent-encoded as sent. */
  getUrl(): string;
  /** What follows `?`, as sent. */
  getQuery(): string | undefined;
  /** The first header with this lower-case name; '' when absent. */
  getHeader(name: string): string;
  /** Visits every header line in order: name in lower case, value trimmed. */
  forEach(visit: (name: string, value: string) => void): void;
}

/** An answer being written; must not be used after its end or after `onAborted` fired. */
export interface WireResponse {
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  end(body?: string | ArrayBuffer | Uint8Array, closeConnection?: boolean): unknown;
  /**
   * Sends as much of `rest` as the client takes, where `bytes` is the length of the whole body. Returns whether all of `rest` was taken,
   * and whether the body is complete.
   */
  tryEnd(rest: string | ArrayBuffer | Uint8Array, bytes: number): [isTaken: boolean, isDone: boolean];
  /** Calls `listener` with the offset in the body from which to go on with `tryEnd`; it returns whether everything was taken. */
  onWritable(listener: (offset: number) => boolean): unknown;
  /** Ends an answer to HEAD, or one whose status has no body. Never pass a length: the answer would never finish. */
  endWithoutBody(): unknown;
  /** Sends everything that `write` writes in one packet. */
  cork(write: () => void): unknown;
  /** Closes the connection without an answer. */
  close(): unknown;
  onAborted(listener: () => void): unknown;
  /** Each chunk may be empty, and is detached when the listener returns. */
  onData(listener: (chunk: ArrayBuffer, isLast: boolean) => void): unknown;
  /** Four or sixteen bytes. */
  getRemoteAddress(): ArrayBuffer;
}

/** A listening socket, opaque. */
export type ListenSocket = object;

/** One server. */
export interface WireApp {
  any(pattern: string, handler: (response: WireResponse, request: WireRequest) => void): unknown;
  listen(host: string, port: number, listening: (socket: ListenSocket | false) => void): unknown;
  /** Closes the listening socket and every connection. */
  close(): unknown;
}

/** The library. */
export interface Wire {
  App(): WireApp;
  us_listen_socket_close(socket: ListenSocket): void;
  us_socket_local_port(socket: ListenSocket): number;
}
