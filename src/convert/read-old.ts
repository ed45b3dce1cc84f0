/** Reads a file of the old server, up to a maximum size. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';

/** The maximum size of a file, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** A file's text, or the sentence that says why it cannot be read. */
export type OldText = { readonly text: string } | { readonly faults: readonly string[] };

/**
 * The text of the file `name`; of a pipe only with `mayBePipe`, since it may never end. Devices, which may be endless, are refused. Never
 * throws.
 */
export function readOld(name: string, { mayBePipe = false } = {}): OldText {
  try {
    const stats = statSync(name);
    const { size } = stats;
    if (!stats.isFile() && !stats.isDirectory() && !(mayBePipe && stats.isFIFO()))
      return { faults: [`${name} is not a regular file: name a file`] };
    if (size > maxBytes) return { faults: [`${name} is larger than ${maxBytes / 1024 / 1024} MiB: split it`] };
    const bytes = readFileSync(name);
    if (!isUtf8(bytes)) return { faults: [`${name} is not UTF-8: encode it as UTF-8`] };
    return { text: bytes.toString().replace(/^\ufeff/, '') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { faults: [`${name} cannot be read (${code}): name a file that this user may read`] };
  }
}
