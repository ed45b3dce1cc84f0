/**
 * The body of one reply, bounded. Chunks are kept as received, but a body in many small pieces is copied into blocks: every piece costs
 * memory beyond its bytes, and the bidder chooses how small pieces are.
 */

/** A reply in more pieces than this is refused: each costs time, and no honest server sends so many. */
export const mostPieces = 16_384;

const keptUnpacked = 8;
const blockBytes = 65_536;

/** Collects one reply's body up to `maxBytes`, as chunks in order. */
export class ReplyBody {
  readonly chunks: Uint8Array[] = [];
  byteLength = 0;
  readonly #maxBytes: number;
  #pieces = 0;
  #block: Uint8Array | null = null;
  #blockUsed = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a chunk, which must not change afterwards. False, with nothing added, when it would exceed a limit. */
  add(chunk: Uint8Array): boolean {
    if (!this.count(chunk)) return false;
    if (this.#block === null && this.chunks.length < keptUnpacked) this.chunks.push(chunk);
    else this.#pack(chunk);
    return true;
  }

  /** Counts a chunk without keeping it; false when it would exceed a limit. */
  count(chunk: Uint8Array): boolean {
    if (this.byteLength + chunk.byteLength > this.#maxBytes || this.#pieces === mostPieces) return false;
    this.byteLength += chunk.byteLength;
    this.#pieces += 1;
    return true;
  }

  #pack(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.byteLength > 0) {
      if (this.#block === null || this.#blockUsed === blockBytes) this.#openBlock();
      const part = rest.subarray(0, blockBytes - this.#blockUsed);
      this.#block!.set(part, this.#blockUsed);
      this.#blockUsed += part.byteLength;
      this.chunks[this.chunks.length - 1] = this.#block!.subarray(0, this.#blockUsed);
      rest = rest.subarray(part.byteLength);
    }
  }

  #openBlock(): void {
    this.#block = new Uint8Array(blockBytes);
    this.#blockUsed = 0;
    this.chunks.push(this.#block);
  }
}
