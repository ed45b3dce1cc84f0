/**
 * The load generator's HTTP/1.1 connection: one request at a time over a kept-alive socket. It reads only the status and length of
 * each reply: it must be cheap, because the generator shares its cores with what it measures.
 */
import { connect, type Socket } from 'node:net';

/** Where requests go; plain http. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/** Called once per request with the HTTP status and the body's length; status 0 means that no complete reply came. */
export type Done = (status: number, bodyBytes: number) => void;

/** A request's bytes, reusable for any number of sends; `headers` are extra header lines, without line ends. */
export function makeRequestBytes(target: Target, headers: readonly string[], body: string): Buffer {
  const lines = [
    `POST ${target.path} HTTP/1.1`,
    `Host: ${target.host}:${target.port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const blankLine = Buffer.from('\r\n\r\n');
const maxHeadBytes = 16_384;

/** One connection, opened at the first request and reopened after a fault. */
export class Connection {
  private readonly target: Target;
  private socket: Socket | null = null;
  private done: Done | null = null;
  private startedMs = 0;
  private head: Buffer | null = null;
  private status = 0;
  private bodyBytes = 0;
  private leftBytes = -1; // of the body; -1 while the head is read

  constructor(target: Target) {
    this.target = target;
  }

  /** Sends one request; the caller waits for `done` before the next. */
  send(request: Buffer, done: Done): void {
    this.done = done;
    this.startedMs = performance.now();
    this.socket ??= this.open();
    this.socket.write(request);
  }

  /** Gives up on the request in flight if it was sent before `limitMs` (a time of performance.now()). */
  expire(limitMs: number): void {
    if (this.done && this.startedMs < limitMs) this.socket?.destroy();
  }

  /** Closes the connection; a request in flight ends with status 0. */
  close(): void {
    this.socket?.destroy();
  }

  private open(): Socket {
    const buffer = Buffer.allocUnsafe(65_536);
    const callback = (length: number): boolean => {
      if (this.socket === socket) this.read(buffer.subarray(0, length));
      return true;
    };
    const { host, port } = this.target;
    const socket = connect({ host, port, noDelay: true, onread: { buffer, callback } });
    const lost = (): void => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.head = null;
      this.leftBytes = -1;
      this.finish(0, 0);
    };
    socket
      .on('error', () => socket.destroy())
      .on('end', () => socket.destroy())
      .on('close', lost);
    return socket;
  }

  private read(chunk: Buffer): void {
    let rest = chunk;
    if (this.leftBytes < 0) {
      const bytes = this.head ? Buffer.concat([this.head, chunk]) : chunk;
      const end = bytes.indexOf(blankLine);
      if (end < 0 && bytes.length < maxHeadBytes) {
        this.head = Buffer.from(bytes);
        return;
      }
      this.head = null;
      if (end < 0 || !this.readHead(bytes.toString('latin1', 0, end))) {
        this.socket?.destroy();
        return;
      }
      rest = bytes.subarray(end + 4);
    }
    this.leftBytes -= rest.length;
    if (this.leftBytes > 0) return;
    // More bytes than announced: the start of the next reply would be unknown.
    if (this.leftBytes < 0) this.socket?.destroy();
    this.leftBytes = -1;
    this.finish(this.status, this.bodyBytes);
  }

  /** False when the reply is not HTTP/1.1 with a length. */
  private readHead(head: string): boolean {
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? (status === 204 ? '0' : undefined);
    if (!head.startsWith('HTTP/1.1 ') || !(status >= 200) || length === undefined) return false;
    this.status = status;
    this.bodyBytes = Number(length);
    this.leftBytes = this.bodyBytes;
    return true;
  }

  private finish(status: number, bodyBytes: number): void {
    const { done } = this;
    this.done = null;
    done?.(status, bodyBytes);
  }
}
