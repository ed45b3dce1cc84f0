/** Composes what is told of an auction's floors (decisions, 'Error codes': warnings from 10000 up): whose fault it is, and once. */
import { addWarning, warningCode, type Problems } from '../src/errors.ts';
import { quoted } from '../src/openrtb/findings.ts';

/** Where the floors of an auction stand, and who hears of them. */
export interface FloorsPlace {
  readonly namespace: string;
  /** The rules are those of the account's provider. */
  readonly isFetched: boolean;
  readonly warnings: Problems;
}

/** The warnings of one auction's floors: what holds for many imps is told once. */
export class FloorWarnings {
  readonly #path: string;
  readonly #dataPath: string;
  readonly #warnings: Problems;
  readonly #told = new Set<string>();

  constructor({ namespace, isFetched, warnings }: FloorsPlace) {
    this.#path = `ext.${namespace}.floors.`;
    this.#dataPath = isFetched ? "the provider's data." : `${this.#path}data.`;
    this.#warnings = warnings;
  }

  /** `text` follows the path of the request's floors. */
  ofRequest(text: string): void {
    this.#tell(`${this.#path}${text}`);
  }

  /** `text` follows the path of the rules' data, whoever gave them. */
  ofData(text: string): void {
    this.#tell(`${this.#dataPath}${text}`);
  }

  /** `text` follows the path of an imp's own floors. */
  ofImp(id: string, text: string): void {
    this.#tell(`imp ${quoted(id)}: ${this.#path}${text}`);
  }

  #tell(text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    addWarning(this.#warnings, text, warningCode.floors);
  }
}
