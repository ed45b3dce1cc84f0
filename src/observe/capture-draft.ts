/** Holds what a capture needs of an auction while it runs: references only, copied into one buffer after the answer is sent. */
import { headerValue } from '../adapter/headers.ts';
import type { Range } from '../auction/byte-range.ts';
import type { CallToSend, SettledCall } from '../auction/settled-call.ts';
import type { CaptureMessage, MessageAnswer, MessageCall, MessageRequest } from './capture-message.ts';

/** One auction being captured. */
export class CaptureDraft {
  readonly #request: MessageRequest;
  readonly #body: Uint8Array | null;
  #sent: readonly CallToSend[] = [];
  #ended: readonly SettledCall[] = [];
  #release: (() => void) | undefined;

  /** `body` is a copy that nobody else changes; null for none. */
  constructor(request: MessageRequest, body: Uint8Array | null) {
    this.#request = request;
    this.#body = body;
  }

  /** Notes the calls and, in the same order, their outcomes; `release` frees the memory of the request bodies. */
  note(sent: readonly CallToSend[], ended: readonly SettledCall[], release: () => void): void {
    this.#sent = sent;
    this.#ended = ended;
    this.#release = release;
  }

  /** Frees the memory of the request bodies; to be called once the auction is answered, and captured if it is to be. */
  release(): void {
    this.#release?.();
  }

  /** Whether the auction called this bidder, by its code or alias in lower case. */
  called(bidder: string): boolean {
    return this.#sent.some(({ record }) => record.bidder.toLowerCase() === bidder);
  }

  /** Everything in one new buffer, for the thread that writes it. */
  message({ status, elapsedMs, body }: MessageAnswer): CaptureMessage {
    const chunks: Uint8Array[] = [];
    let end = 0;
    const put = (parts: readonly Uint8Array[]): Range => {
      const start = end;
      for (const part of parts) {
        chunks.push(part);
        end += part.byteLength;
      }
      return { start, end };
    };
    const requestBody = this.#body === null ? null : put([this.#body]);
    const calls = this.#ended.map((ended, at) => callOf(this.#sent[at]!, ended, put));
    const answer = { status, elapsedMs, body: put([body]) };
    return { ...this.#request, bytes: joined(chunks, end), body: requestBody, calls, answer };
  }
}

function callOf(
  { record, body }: CallToSend,
  { kind, status, elapsedMs, encoding, chunks, headers = [] }: SettledCall,
  put: (parts: readonly Uint8Array[]) => Range,
): MessageCall {
  const { bidder, method, uri } = record;
  const sent = put(body === null ? [] : [body]);
  const sentEncoding = headerValue(record.headers, 'content-encoding');
  return { bidder, method, uri, sentEncoding, sent, kind, status, elapsedMs, encoding, reply: put(chunks), headers };
}

function joined(chunks: readonly Uint8Array[], length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes.buffer;
}
