/** Reads the file that `--config` names, for the service and for the store tool (interface, 'Commands'). */
import { readFileSync } from 'node:fs';

/** A configuration file as read: the primary reads it once, so that every process of a restart has the same. */
export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/** The file `name`, or the sentence that says why it cannot be read. Never throws. */
export function readConfigFile(name: string): { readonly file: ConfigFile } | { readonly faults: readonly string[] } {
  try {
    return { file: { name, text: readFileSync(name, 'utf8') } };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { faults: [`--config ${name} cannot be read (${code}): name a YAML file that this user may read`] };
  }
}
