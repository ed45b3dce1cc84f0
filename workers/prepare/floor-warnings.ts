/**
 * Composes the warnings about an auction's floors (decisions, 'Error codes': warnings from 10000 up): whose fault it is, each only once.
 */
import { addWarning, warningCode, type Problems } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';

/** Where an auction's floors come from, and the collector of warnings. */
interface FloorsPlace {
  readonly namespace: string;
  /** Whether the rules are those of the account's provider. */
  readonly isFetched: boolean;
  readonly warnings: Problems;
}

/** The warnings about one auction's floors: what holds for many imps is reported once. */
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
