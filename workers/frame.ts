/** Packs the parts of one hop into one ArrayBuffer, which crosses threads without a copy (house, 'Only bytes … cross a thread'). */
import type { AuctionContext } from '../src/auction/context.ts';
import { textAt, type Range } from '../src/auction/byte-range.ts';
import type { Carried } from '../src/auction/messages.ts';
import type { TextPieces } from '../src/openrtb/fragments.ts';
import { parseJson } from '../src/openrtb/long-integers.ts';

/** Bytes, a text, or a text in two pieces, the first of which other parts may share. */
export type Part = Uint8Array | string | TextPieces;

/** Where texts are encoded before they get their own buffer. */
const scratch = Buffer.from(new ArrayBuffer(1024 * 1024));
/** The most bytes that UTF-8 takes for one UTF-16 code unit, which a text's length counts. */
const mostUnitBytes = 3;

/** A new buffer with `parts` in order, texts as UTF-8, and the range of each. */
export function packParts(parts: readonly Part[]): { bytes: ArrayBuffer; ranges: Range[] } {
  const most = mostUnitBytes * parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (most <= scratch.length) {
    const { ranges, end } = new Packing(scratch).add(parts);
    return { bytes: scratch.buffer.slice(0, end), ranges };
  }
  // Counting bytes costs less than unneeded room and a copy.
  const room = Buffer.from(new ArrayBuffer(parts.reduce((sum, part) => sum + bytesOf(part), 0)));
  return { bytes: room.buffer, ranges: new Packing(room).add(parts).ranges };
}

/** Writes parts one after the other. */
class Packing {
  readonly ranges: Range[] = [];
  end = 0;
  readonly #room: Buffer<ArrayBuffer>;
  /** The first pieces written so far: few, because bidders that see the same share them. */
  readonly #shared: { readonly text: string; readonly range: Range }[] = [];

  constructor(room: Buffer<ArrayBuffer>) {
    this.#room = room;
  }

  add(parts: readonly Part[]): this {
    for (const part of parts) {
      const start = this.end;
      if (typeof part === 'string') this.#write(part);
      else if (part instanceof Uint8Array) this.#copy(part);
      else {
        this.#share(part[0]);
        this.#write(part[1]);
      }
      this.ranges.push({ start, end: this.end });
    }
    return this;
  }

  #write(text: string): void {
    this.end += this.#room.write(text, this.end);
  }

  #copy(bytes: Uint8Array): void {
    this.#room.set(bytes, this.end);
    this.end += bytes.byteLength;
  }

  /** Copying bytes is many times faster than encoding characters. */
  #share(text: string): void {
    for (const { text: known, range } of this.#shared) {
      if (known !== text) continue;
      this.#room.copyWithin(this.end, range.start, range.end);
      this.end += range.end - range.start;
      return;
    }
    const start = this.end;
    this.#write(text);
    this.#shared.push({ text, range: { start, end: this.end } });
  }
}

function lengthOf(part: Part): number {
  return typeof part === 'string' || part instanceof Uint8Array ? part.length : part[0].length + part[1].length;
}

function bytesOf(part: Part): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  return part instanceof Uint8Array ? part.length : Buffer.byteLength(part[0]) + Buffer.byteLength(part[1]);
}

/** The context that the first hop left: kept as an object, or as text in the hop's buffer. */
export function openContext({ bytes, context }: { bytes: ArrayBuffer; context: Carried }): AuctionContext {
  return ('kept' in context ? context.kept : parseJson(textAt(bytes, context))) as AuctionContext;
}
