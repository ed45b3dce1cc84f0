/** Ranges of the one buffer that carries a hop's data (house, 'Only bytes … cross a thread'). */

/** A half-open range of bytes in the hop's buffer. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a range, as a view into the hop's buffer. */
export function bytesAt(bytes: ArrayBuffer, { start, end }: Range): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes, start, end - start);
}

/** The text of a range of the hop's buffer. */
export function textAt(bytes: ArrayBuffer, { start, end }: Range): string {
  return Buffer.from(bytes, start, end - start).toString();
}
