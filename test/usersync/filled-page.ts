/** The URL of a page as a browser gets it. */
import { type CompiledPage, fillPage } from '../../src/usersync/sync-url.ts';
import type { EncodedValues } from '../../src/usersync/sync-values.ts';

/** What a client reads in the JSON of an answer. */
export function filledPage(page: CompiledPage, values: EncodedValues): string {
  return JSON.parse(`"${fillPage(page, values).join('')}"`) as string;
}
