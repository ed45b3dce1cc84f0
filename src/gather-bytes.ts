/** Reads whole texts of servers and files that could be without end. */

/** What comes is longer than may be kept. */
export class TooLong extends Error {}

/** All bytes of `chunks`. When they are over `maxBytes`, rejects with `TooLong` saying `fault`, and drops the rest with its connection. */
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
