/** Collects what is wrong with a request: every fault and warning up to a limit, so that a hostile request is cheap to answer. */
import { warningCode, type Problem } from '../errors.ts';
import type { NameOf } from './bidder-names.ts';

const longestName = 64;

/** An untrusted name in quotes, cut to 64 characters, with control characters escaped. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

/** The path of the member `key` of the value at `path` ('' for the request): `imp[0].ext.svc`, `ext.svc.aliases["a b"]`. */
export function memberPath(path: string, key: string): string {
  if (!/^[\w-]{1,64}$/.test(key)) return `${path}[${quoted(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Where a check is: the path of the value being checked, and the collector of what is found. */
export interface Place {
  readonly path: string;
  readonly findings: Findings;
}

/** What checks of a request need to know: the service's key in `ext`, and which bidder or alias of this request a name stands for. */
export interface RequestRules {
  readonly namespace: string;
  readonly nameOf: NameOf;
}

/** The same for names that match in any case: keys of factors, multibid and user ids (decisions, 'Factors', 'Multibid'). */
export interface AnyCaseRules extends RequestRules {
  readonly isKnownInAnyCase: (bidder: string) => boolean;
}

/** What a check found. The request is rejected (400) unless `faults` is empty; warnings go to `ext.warnings.general`. */
export interface Verdict {
  readonly faults: string[];
  readonly warnings: Problem[];
}

/** The usual limit of each: more than anyone fixes at once. */
const usualLimit = 50;

/** Faults (the request is rejected) and warnings (it is served without the part named), at most `limit` of each. */
export class Findings implements Verdict {
  /** Whether a value of the wrong type that clearly stands for one of the right type is converted, with a warning. */
  readonly retypes: boolean;
  readonly #limit: number;
  readonly #faults: string[] = [];
  readonly #warnings: Problem[] = [];
  #moreFaults = 0;
  #moreWarnings = 0;

  constructor(limit = usualLimit, retypes = false) {
    this.#limit = limit;
    this.retypes = retypes;
  }

  /** Adds one fault: a sentence that starts with the path and says how to fix it. */
  fault(text: string): void {
    if (this.#faults.length < this.#limit) this.#faults.push(text);
    else this.#moreFaults++;
  }

  /** Adds one warning with its code (errors, `warningCode`), by default the general one. */
  warn(message: string, code: number = warningCode.general): void {
    if (this.#warnings.length < this.#limit) this.#warnings.push({ code, message });
    else this.#moreWarnings++;
  }

  /** Warns of each of `names` that `isKnown` rejects: it is no bidder here and is ignored everywhere (decisions, 'Wrong fields'). */
  warnOfUnknown(names: Iterable<string>, path: string, isKnown: (bidder: string) => unknown): void {
    for (const name of names) {
      if (!isKnown(name)) this.warn(`${path} names ${quoted(name)}, which is not a bidder here: ignored`);
    }
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
