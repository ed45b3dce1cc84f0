/** Reads the file that `--config` names, for the service and the store tool (interface, 'Commands'). */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** A configuration file as read. The primary reads it once, so that every process of a restart has the same text. */
export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/** Reads the file `name`, or returns a sentence that says why it cannot be read. Never throws. */
export function readConfigFile(name: string): { readonly file: ConfigFile } | { readonly faults: readonly string[] } {
  try {
    const bytes = readFileSync(name);
    // Decoding anything else as UTF-8 would change letters, such as those of a password.
    if (!isUtf8(bytes))
      return { faults: [`--config ${name} is not UTF-8: encode it as UTF-8 (${name} line ${foreignLine(bytes)})`] };
    return { file: { name, text: bytes.toString() } };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { faults: [`--config ${name} cannot be read (${code}): name a YAML file that this user may read`] };
  }
}

/**
 * The number of the first line of `bytes` that is not UTF-8; the caller guarantees that there is one. The byte of a line feed occurs in no
 * other UTF-8 character.
 */
function foreignLine(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf('\n', start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
