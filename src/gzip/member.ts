/** The header and trailer of a gzip member (RFC 1952). */

/** The header of every member: deflate, no name, no time, any operating system. */
export const memberHeader: Uint8Array = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The contents of a trailer: the text's CRC-32 and its length in bytes. */
export interface Trailer {
  readonly checksum: number;
  readonly length: number;
}

/** The length of a trailer in bytes. */
export const trailerBytes = 8;

/** Writes a trailer into `room`, at offset `at`. */
export function writeTrailer(room: Buffer, at: number, { checksum, length }: Trailer): void {
  room.writeUInt32LE(checksum, at);
  room.writeUInt32LE(length % 2 ** 32, at + 4);
}
