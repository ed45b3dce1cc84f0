/** Collects what is wrong with a request: every fault and warning up to a limit, so that a hostile one costs little to answer. */
import type { Problem } from '../errors.ts';

const longestName = 64;

/** A name from the request in quotes, cut to 64 characters and free of control characters. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

/** The path of the member `key` of the value at `path` ('' for the request): `imp[0].ext.svc`, `ext.svc.aliases["a b"]`. */
export function memberPath(path: string, key: string): string {
  if (!/^[\w-]{1,64}$/.test(key)) return `${path}[${quoted(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Faults (the request is refused) and warnings (it is served without the part named), at most `limit` of each. */
export class Findings {
  readonly #limit: number;
  readonly #faults: string[] = [];
  readonly #warnings: Problem[] = [];
  #moreFaults = 0;
  #moreWarnings = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds one fault: a sentence that starts with the path and says how to fix it. */
  fault(text: string): void {
    if (this.#faults.length < this.#limit) this.#faults.push(text);
    else this.#moreFaults++;
  }

  /** Adds one warning with its code (errors, `warningCode`). */
  warn(code: number, message: string): void {
    if (this.#warnings.length < this.#limit) this.#warnings.push({ code, message });
    else this.#moreWarnings++;
  }

  /** The faults found, then `… and N more` when there were more than the limit. */
  get faults(): string[] {
    return this.#moreFaults === 0 ? this.#faults : [...this.#faults, `… and ${this.#moreFaults} more`];
  }

  /** The warnings found, then one that counts the rest when there were more than the limit. */
  get warnings(): Problem[] {
    const last = this.#warnings.at(-1);
    if (this.#moreWarnings === 0 || last === undefined) return this.#warnings;
    return [...this.#warnings, { code: last.code, message: `… and ${this.#moreWarnings} more` }];
  }
}
