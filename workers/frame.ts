/** Packs the parts of one hop into one ArrayBuffer, which changes threads without a copy (house, 'Only bytes … cross a thread'). */
import type { Range } from '../src/auction/messages.ts';

/** A buffer of its own holding `parts` one after the other, texts as UTF-8, and where each lies. */
export function packParts(parts: readonly (string | Uint8Array)[]): { bytes: ArrayBuffer; ranges: Range[] } {
  const ranges: Range[] = [];
  let end = 0;
  for (const part of parts) {
    const start = end;
    end += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength;
    ranges.push({ start, end });
  }
  const bytes = new ArrayBuffer(end);
  const buffer = Buffer.from(bytes);
  parts.forEach((part, at) => {
    const { start } = ranges[at]!;
    if (typeof part === 'string') buffer.write(part, start);
    else buffer.set(part, start);
  });
  return { bytes, ranges };
}

/** The text that lies at `range`. */
export function textAt(bytes: ArrayBuffer, range: Range): string {
  return Buffer.from(bytes, range.start, range.end - range.start).toString();
}
