/** What this folder needs of an HTTP library: the part of uWebSockets.js that `uws.ts` hands out, without `any`. */

/** A request's head; valid only while the handler that got it runs. */
export interface WireRequest {
  /** The method in lower case. */
  getMethod(): string;
  /** The path, percent-encoded as sent. */
  getUrl(): string;
  /** What follows `?`, as sent. */
  getQuery(): string | undefined;
  /** The first header of this lower-case name, '' when absent. */
  getHeader(name: string): string;
  /** Visits every header line in order: name in lower case, value trimmed. */
  forEach(visit: (name: string, value: string) => void): void;
}

/** An answer to be written; not to be touched after its end or after `onAborted` fired. */
export interface WireResponse {
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  end(body?: string | ArrayBuffer | Uint8Array, closeConnection?: boolean): unknown;
  /** Sends what the client takes of the end of a body of so many bytes: whether all the given was taken, and whether that was all. */
  tryEnd(rest: string | ArrayBuffer | Uint8Array, bytes: number): [isTaken: boolean, isDone: boolean];
  /** The listener goes on with `tryEnd` from this place of the body, and gives whether all was taken. */
  onWritable(listener: (offset: number) => boolean): unknown;
  /** Ends an answer to HEAD or of a status without body. Never give it a length: it then never finishes. */
  endWithoutBody(): unknown;
  /** Sends what `write` writes in one packet. */
  cork(write: () => void): unknown;
  /** Closes the connection without an answer. */
  close(): unknown;
  onAborted(listener: () => void): unknown;
  /** Every chunk is detached when the listener returns; it may be empty. */
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
