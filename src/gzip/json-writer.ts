/**
 * Writes a short body as one gzip member (RFC 1951 and 1952), with one Huffman code for all bodies: making a code for each takes most of
 * zlib's time.
 */
import { farthest, longest, type RepeatSink } from './find-repeats.ts';
import { codesOf } from './huffman.ts';
import { distanceLengths, headerBits, headerHex, literalLengths } from './json-code.ts';
import { memberHeader, trailerBytes, writeTrailer, type Trailer } from './member.ts';
import { distanceRanges, endSymbol, firstLength, lengthRanges, symbolsOf } from './repeat-symbols.ts';

/** A partial result: whole bytes, and the bits of the incomplete byte after them. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly rest: number;
  readonly restBits: number;
}

/** Most bytes that one input byte may take; the longest code is a little shorter. */
const mostBytesOfOne = 2;
/** Bytes for the end of a block: one more code after an incomplete byte. */
const endBytes = 3;

const literalBits = Uint8Array.from(literalLengths, digit);
const literalCodes = Uint16Array.from(codesOf([...literalBits]));
const distanceSymbols = symbolsOf(distanceRanges, farthest);
const distanceBits = Uint8Array.from(distanceLengths, digit);
const distanceCodes = Uint16Array.from(codesOf([...distanceBits]));
const distanceLeasts = Uint16Array.from(distanceRanges, ({ least }) => least);
const distanceExtras = Uint8Array.from(distanceRanges, ({ extraBits }) => extraBits);
/** By length: the symbol's code together with the extra bits for the position in its range. */
const lengthBits = new Uint8Array(longest + 1);
const lengthCodes = new Uint32Array(longest + 1);
for (const [length, symbol] of symbolsOf(lengthRanges, longest).entries()) {
  const { least, extraBits } = lengthRanges[symbol]!;
  const bits = literalBits[firstLength + symbol]!;
  lengthBits[length] = bits + extraBits;
  lengthCodes[length] = literalCodes[firstLength + symbol]! | ((length - least) << bits);
}

/** The beginning of a member, up to the header of its last or only block, which uses our code. */
export const opening: Written = makeOpening();

function makeOpening(): Written {
  const header = Buffer.from(headerHex, 'hex');
  const whole = header.subarray(0, headerBits >> 3);
  return { bytes: Buffer.concat([memberHeader, whole]), rest: header[whole.length] ?? 0, restBits: headerBits & 7 };
}

function digit(character: string): number {
  return Number.parseInt(character, 16);
}

/** Buffer size for usual members, in bytes. */
const usualBytes = 65_536;

/**
 * Writes all members of a thread, one after another. Its buffer is reused; a larger one for a long member is released at the next usual
 * one.
 */
export class JsonWriter implements RepeatSink {
  readonly #usual = Buffer.alloc(usualBytes);
  #room = this.#usual;
  #end = 0;
  #rest = 0;
  #restBits = 0;

  /** Starts after what is already written, and reserves room for a text of `length` bytes. */
  goOn({ bytes, rest, restBits }: Written, length: number): void {
    const most = bytes.length + mostBytesOfOne * length + endBytes + trailerBytes;
    if (most <= usualBytes) this.#room = this.#usual;
    else if (most > this.#room.length) this.#room = Buffer.alloc(most);
    this.#room.set(bytes);
    this.#end = bytes.length;
    this.#rest = rest;
    this.#restBits = restBits;
  }

  byte(value: number): void {
    this.#put(literalCodes[value]!, literalBits[value]!);
  }

  repeat(length: number, distance: number): void {
    this.#put(lengthCodes[length]!, lengthBits[length]!);
    const symbol = distanceSymbols[distance]!;
    this.#put(distanceCodes[symbol]!, distanceBits[symbol]!);
    this.#put(distance - distanceLeasts[symbol]!, distanceExtras[symbol]!);
  }

  /** The number of whole bytes written so far. */
  get length(): number {
    return this.#end;
  }

  /** A copy of what has been written so far. */
  written(): Written {
    return { bytes: this.#copy(), rest: this.#rest, restBits: this.#restBits };
  }

  /** Ends the member and returns a copy of it. */
  end(trailer: Trailer): Buffer {
    this.#put(literalCodes[endSymbol]!, literalBits[endSymbol]!);
    if (this.#restBits > 0) this.#put(0, 8 - this.#restBits);
    writeTrailer(this.#room, this.#end, trailer);
    this.#end += trailerBytes;
    return this.#copy();
  }

  #copy(): Buffer {
    const copy = Buffer.alloc(this.#end);
    this.#room.copy(copy, 0, 0, this.#end);
    return copy;
  }

  /** Writes up to 20 bits, the lowest first. */
  #put(value: number, bits: number): void {
    this.#rest |= value << this.#restBits;
    this.#restBits += bits;
    while (this.#restBits >= 8) {
      this.#room[this.#end] = this.#rest;
      this.#end += 1;
      this.#rest >>>= 8;
      this.#restBits -= 8;
    }
  }
}
