/**
 * Compresses bodies that begin alike (RFC 1952): the piece that they share once, each one's own behind it. Short texts in a code that
 * is made already, in half of the time that zlib takes; others by zlib.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { findRepeats } from '../src/gzip/find-repeats.ts';
import { JsonWriter, opening, type Written } from '../src/gzip/json-writer.ts';
import { memberHeader, trailerBytes, writeTrailer, type Trailer } from '../src/gzip/member.ts';
import type { TextPieces } from '../src/openrtb/fragments.ts';

/** zlib's terms: two thirds of the usual level's time for a twentieth more bytes, and no more memory to clear than these texts can use. */
const terms = { level: 2, windowBits: 13, memLevel: 7, chunkSize: 4096 };
/** From here on zlib takes less time, and fewer bytes (bench/README, 'Choices'). */
const longText = 12_288;
/** Bytes per character in texts of other scripts than Latin, for whose letters the code has no short words. */
const foreignBytes = 1.06;
/**
 * So many bytes longer a text may get before zlib has it, which needs about as many itself to end a block and begin another: letters that
 * are rare in JSON have words longer than a byte.
 */
const mostGrown = 32;

const writer = new JsonWriter();

/** Compresses the bodies of one auction. */
export class Compression {
  /** Those so far: a few, and mostly of the same text, which a look-up by its characters would read again. */
  readonly #beginnings: Beginning[] = [];

  /** The two pieces of a body as one gzip member. */
  gzip([shared, own]: TextPieces): Buffer {
    const beginning = this.#beginningOf(shared);
    const text = Buffer.from(own);
    const trailer = { checksum: crc32(text, beginning.checksum), length: beginning.length + text.length };
    const isShort = isOurs(own, text) && write(beginning.written, text);
    return isShort ? writer.end(trailer) : zlibs(beginning.blocks, text, trailer);
  }

  #beginningOf(shared: string): Beginning {
    for (const known of this.#beginnings) if (known.text === shared) return known;
    const beginning = new Beginning(shared);
    this.#beginnings.push(beginning);
    return beginning;
  }
}

/** The shared piece, in the form that what stands behind it wants. */
class Beginning {
  readonly text: string;
  readonly checksum: number;
  /** In bytes, before compression. */
  readonly length: number;
  readonly #bytes: Buffer;
  #blocks: Buffer | undefined;
  #written: Written | undefined;

  constructor(text: string) {
    this.text = text;
    this.#bytes = Buffer.from(text);
    this.checksum = crc32(this.#bytes);
    this.length = this.#bytes.length;
  }

  /** Blocks of zlib's that end on a byte. */
  get blocks(): Buffer {
    return (this.#blocks ??= deflateRawSync(this.#bytes, { ...terms, finishFlush: constants.Z_SYNC_FLUSH }));
  }

  /** For a text in our code: within our block, or at its beginning. */
  get written(): Written {
    this.#written ??=
      isOurs(this.text, this.#bytes) && write(opening, this.#bytes)
        ? writer.written()
        : {
            ...opening,
            bytes: Buffer.concat([memberHeader, this.blocks, opening.bytes.subarray(memberHeader.length)]),
          };
    return this.#written;
  }
}

/** Writes a text in our code; false where that has made it longer by more than `mostGrown` bytes. */
function write(before: Written, text: Buffer): boolean {
  writer.goOn(before, text.length);
  findRepeats(text, writer);
  return writer.length - before.bytes.length <= text.length + mostGrown;
}

function zlibs(beginning: Buffer, text: Buffer, trailer: Trailer): Buffer {
  const end = Buffer.alloc(trailerBytes);
  writeTrailer(end, 0, trailer);
  return Buffer.concat([memberHeader, beginning, deflateRawSync(text, terms), end]);
}

function isOurs(text: string, { length }: Buffer): boolean {
  return length < longText && length <= text.length * foreignBytes;
}
