/** The URL of a page as a browser gets it. */
import { type CompiledPage, type EncodedValues, fillPage } from '../../src/usersync/sync-url.ts';

/** What a client reads in the JSON of an answer. */
export function filledPage(page: CompiledPage, values: EncodedValues): string {
  return JSON.parse(`"${fillPage(page, values).join('')}"`) as string;
}
