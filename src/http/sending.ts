/** Sends the body of an answer as far as its client reads, and goes on from there: what it does not read stays here. */
import type { AnswerBody } from './exchange.ts';
import { Parts } from './parts.ts';
import type { WireResponse } from './wire.ts';

/** The body of one answer on its way. */
export class Sending {
  /** True when the system has all of it. */
  isDone = false;
  readonly #response: WireResponse;
  readonly #bytes: number;
  readonly #chunks: Iterator<string | Uint8Array>;
  #chunk: string | Uint8Array;
  /** Where the chunk begins in the body. */
  #start = 0;

  constructor(response: WireResponse, body: AnswerBody) {
    this.#response = response;
    this.#bytes = byteLength(body);
    this.#chunks = chunksOf(body);
    this.#chunk = this.#next() ?? '';
  }

  /** Sends on from byte `sent` what the client takes; whether all that was given was taken. */
  goOn(sent: number): boolean {
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

  /** To be called once `goOn` has left something: whoever gave the body may change it. */
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

/** How long a body is in bytes. */
export function byteLength(body: AnswerBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}
