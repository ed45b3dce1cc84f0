/**
 * Compresses bodies that start alike (RFC 1952): the shared piece once, then each body's own. Short texts use a ready-made code, in half
 * the time that zlib takes; others use zlib.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { findRepeats } from '../../src/gzip/find-repeats.ts';
import { JsonWriter, opening, type Written } from '../../src/gzip/json-writer.ts';
import { memberHeader, trailerBytes, writeTrailer, type Trailer } from '../../src/gzip/member.ts';
import type { TextPieces } from '../../src/openrtb/fragments.ts';

/**
 * zlib's options: two thirds of the default level's time for a twentieth more bytes, and no more memory to clear than these texts can use.
 */
const terms = { level: 2, windowBits: 13, memLevel: 7, chunkSize: 4096 };
/** From this length on, zlib takes less time, and fewer bytes (bench/README, 'Choices'). */
const longText = 12_288;
/** More bytes per character than this mean a script other than Latin, whose letters have no short code words. */
const foreignBytes = 1.06;
/**
 * How many bytes longer our code may make a text before zlib takes over, which itself needs about as many to end a block and begin another:
 * letters that are rare in JSON have code words longer than a byte.
 */
const mostGrown = 32;

const writer = new JsonWriter();

/** Compresses the bodies of one auction. */
export class Compression {
  /** The shared pieces so far: few, and usually the same string, which a look-up by its characters would read again. */
  readonly #beginnings: Beginning[] = [];

  /** The two pieces of a body as one gzip member. */
  gzip([shared, own]: TextPieces): Buffer {
    const beginning = this.#beginningOf(shared);
    const text = Buffer.from(own);
    const trailer = { checksum: crc32(text, beginning.checksum), length: beginning.length + text.length };
    const isShort = suitsOurCode(own, text) && write(beginning.written, text);
    return isShort ? writer.end(trailer) : byZlib(beginning.blocks, text, trailer);
  }

  #beginningOf(shared: string): Beginning {
    for (const known of this.#beginnings) if (known.text === shared) return known;
    const beginning = new Beginning(shared);
    this.#beginnings.push(beginning);
    return beginning;
  }
}

/** The shared piece, in the form that the text after it needs. */
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

  /** Blocks of zlib's that end on a byte boundary. */
  get blocks(): Buffer {
    return (this.#blocks ??= deflateRawSync(this.#bytes, { ...terms, finishFlush: constants.Z_SYNC_FLUSH }));
  }

  /** For a text in our code that follows: within our block, or, if the piece is not in our code, at the start of a new one. */
  get written(): Written {
    this.#written ??=
      suitsOurCode(this.text, this.#bytes) && write(opening, this.#bytes)
        ? writer.written()
        : {
            ...opening,
            bytes: Buffer.concat([memberHeader, this.blocks, opening.bytes.subarray(memberHeader.length)]),
          };
    return this.#written;
  }
}

/** Writes a text in our code; false where that made it longer by more than `mostGrown` bytes. */
function write(before: Written, text: Buffer): boolean {
  writer.goOn(before, text.length);
  findRepeats(text, writer);
  return writer.length - before.bytes.length <= text.length + mostGrown;
}

function byZlib(beginning: Buffer, text: Buffer, trailer: Trailer): Buffer {
  const end = Buffer.alloc(trailerBytes);
  writeTrailer(end, 0, trailer);
  return Buffer.concat([memberHeader, beginning, deflateRawSync(text, terms), end]);
}

function suitsOurCode(text: string, { length }: Buffer): boolean {
  return length < longText && length <= text.length * foreignBytes;
}
