/** What stands around the blocks of a gzip member (RFC 1952). */

/** How every member begins: the deflate method, no name, no time, any system. */
export const memberHeader: Uint8Array = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** What a trailer tells of the text: its CRC-32, and its bytes. */
export interface Trailer {
  readonly checksum: number;
  readonly length: number;
}

/** The length of a trailer in bytes. */
export const trailerBytes = 8;

/** Writes the end of a member into `room`. */
export function writeTrailer(room: Buffer, at: number, { checksum, length }: Trailer): void {
  room.writeUInt32LE(checksum, at);
  room.writeUInt32LE(length % 2 ** 32, at + 4);
}
