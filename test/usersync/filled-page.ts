/** Fills in the URL of a sync page. */
import { type CompiledPage, fillPage } from '../../src/usersync/sync-url.ts';
import type { EncodedValues } from '../../src/usersync/sync-values.ts';

/** The URL that a client reads from the JSON of an answer. */
export function filledPage(page: CompiledPage, values: EncodedValues): string {
  return JSON.parse(`"${fillPage(page, values).join('')}"`) as string;
}
