/** Where a part of one hop lies in the one buffer that carries them all (house, 'Only bytes … cross a thread'). */

/** A half-open range of bytes in the hop's buffer. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a range of a hop's buffer, which they share. */
export function bytesAt(bytes: ArrayBuffer, { start, end }: Range): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes, start, end - start);
}

/** The text of a range of a hop's buffer. */
export function textAt(bytes: ArrayBuffer, { start, end }: Range): string {
  return Buffer.from(bytes, start, end - start).toString();
}
