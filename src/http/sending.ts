/** Sends an answer's body at the pace at which its client reads. Unread data is kept here. */
import type { AnswerBody } from './exchange.ts';
import { Parts } from './parts.ts';
import type { WireResponse } from './wire.ts';

/** The body of one answer while it is sent. */
export class Sending {
  /** True once the operating system has taken the whole body. */
  isDone = false;
  readonly #response: WireResponse;
  readonly #bytes: number;
  readonly #chunks: Iterator<string | Uint8Array>;
  #chunk: string | Uint8Array;
  /** Offset of the current chunk in the body. */
  #start = 0;

  constructor(response: WireResponse, body: AnswerBody) {
    this.#response = response;
    this.#bytes = byteLength(body);
    this.#chunks = chunksOf(body);
    this.#chunk = this.#next() ?? '';
  }

  /** Sends on from byte `sent` as much as the client takes. True when everything given was taken. */
  resume(sent: number): boolean {
    for (;;) {
      const [isTaken, isDone] = this.#response.tryEnd(this.#from(sent), this.#bytes);
      this.isDone = isDone;
      const next = isDone || !isTaken ? undefined : this.#next();
      if (next === undefined) return isTaken;
      this.#start += Buffer.byteLength(this.#chunk);
      sent = this.#start;
      this.#chunk = next;
    }
  }

  /** Copies the current chunk, since the owner of the body may change it; to be called once `resume` has left data unsent. */
  keep(): void {
    this.#chunk = Buffer.from(this.#chunk);
  }

  #from(sent: number): string | Uint8Array {
    return typeof this.#chunk === 'string' ? this.#chunk : this.#chunk.subarray(sent - this.#start);
  }

  #next(): string | Uint8Array | undefined {
    const { value, done } = this.#chunks.next();
    return done === true ? undefined : value;
  }
}

function chunksOf(body: AnswerBody): Iterator<string | Uint8Array> {
  if (body instanceof Parts) return body.chunks();
  return [body instanceof ArrayBuffer ? new Uint8Array(body) : body].values();
}

/** The length of a body in bytes. */
export function byteLength(body: AnswerBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}
