/**
 * Compresses bodies that begin alike (RFC 1952): the piece that they share once, each one's own behind it. Short texts in a code that
 * is made already, in half of the time that zlib takes; others by zlib.
 */
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { findRepeats } from '../src/gzip/find-repeats.ts';
import { JsonWriter, memberHeader, opening, type Written } from '../src/gzip/json-writer.ts';
import type { TextPieces } from '../src/openrtb/fragments.ts';

/** zlib's terms: two thirds of the usual level's time for a twentieth more bytes, and no more memory to clear than these texts can use. */
const terms = { level: 2, windowBits: 13, memLevel: 7, chunkSize: 4096 };
/** From here on zlib takes less time, and fewer bytes (bench/README, 'Choices'). */
const longText = 12_288;
/** Bytes per character in texts of other scripts than Latin, for whose letters the code has no short words. */
const foreignBytes = 1.06;

const writer = new JsonWriter();

interface Beginning {
  readonly written: Written;
  readonly checksum: number;
  /** Before compression. */
  readonly length: number;
}

/** Compresses the bodies of one auction. */
export class Compression {
  /** Pieces compressed so far: a few, and mostly the same text, which a look-up by its characters would read again. */
  readonly #shared: { readonly text: string; readonly beginning: Beginning }[] = [];

  /** The two pieces of a body as one gzip member. */
  gzip([shared, own]: TextPieces): Buffer {
    const text = Buffer.from(own);
    if (!isOurs(own, text)) return gzipSync(shared + own, terms);
    const { written, checksum, length } = this.#beginningOf(shared);
    writer.goOn(written, text.length);
    findRepeats(text, writer);
    return writer.end(text.length === 0 ? checksum : crc32(text, checksum), length + text.length);
  }

  #beginningOf(shared: string): Beginning {
    for (const { text, beginning } of this.#shared) if (text === shared) return beginning;
    const beginning = begin(shared);
    this.#shared.push({ text: shared, beginning });
    return beginning;
  }
}

function begin(shared: string): Beginning {
  const text = Buffer.from(shared);
  return { written: isOurs(shared, text) ? ours(text) : zlibs(text), checksum: crc32(text), length: text.length };
}

function ours(text: Buffer): Written {
  writer.goOn(opening, text.length);
  findRepeats(text, writer);
  return writer.written();
}

/** Blocks that end on a byte, and behind them the beginning of ours. */
function zlibs(text: Buffer): Written {
  const blocks = deflateRawSync(text, { ...terms, finishFlush: constants.Z_SYNC_FLUSH });
  const ourBlock = opening.bytes.subarray(memberHeader.length);
  return { ...opening, bytes: Buffer.concat([memberHeader, blocks, ourBlock]) };
}

function isOurs(text: string, { length }: Buffer): boolean {
  return length < longText && length <= text.length * foreignBytes;
}
