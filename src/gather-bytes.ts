/** Reads whole texts from servers and files, bounded because they could be endless. */

/** The input is longer than allowed. */
export class TooLong extends Error {}

/** All bytes of `chunks`. Over `maxBytes` it rejects with `TooLong` and the message `fault`, and stops reading, which closes the source. */
export async function gatherBytes(chunks: AsyncIterable<Uint8Array>, maxBytes: number, fault: string): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLong(fault);
    kept.push(chunk);
  }
  return Buffer.concat(kept);
}
