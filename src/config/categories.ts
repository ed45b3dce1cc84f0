/**
 * Reads a mapping from IAB categories to an ad server's own (implementations A `FetchCategories`, B `ApplicationSettings.getCategories`):
 * `{"IAB1-1": {"id": "…", "name": "…"}}`.
 */
import { quoted } from '../openrtb/findings.ts';
import { isObject, own } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The ad server's id of each category in one mapping. */
export type CategoryMapping = ReadonlyMap<string, string>;

/** All mappings of a host, by file name without folder and extension. */
export type CategoryMappings = ReadonlyMap<string, CategoryMapping>;

/** The entries of one mapping. */
export type CategoryEntries = readonly (readonly [category: string, id: string])[];

/** All mappings as JSON. */
export type PackedMappings = readonly (readonly [name: string, entries: CategoryEntries])[];

/** The most characters of an ad server's category: it becomes part of ad-server keys and of cached ads' addresses. */
export const longestCategory = 64;

/**
 * Reads the text of one file. Entries without a usable id are left out; `fault` names the first of them, '' for none. `entries` is
 * undefined when the text is no mapping at all. `fault` ends a sentence that begins with the file's name. Never throws.
 */
export function readMapping(text: string): { readonly entries: CategoryEntries | undefined; readonly fault: string } {
  const json = parsedJson(text);
  if (!isObject(json))
    return { entries: undefined, fault: 'is not a JSON object: write it like {"IAB1-1": {"id": "7"}}' };
  const entries: (readonly [string, string])[] = [];
  const wrong: string[] = [];
  for (const [category, value] of Object.entries(json)) {
    const id = isObject(value) ? own(value, 'id') : undefined;
    if (typeof id === 'string' && id.trim() !== '' && id.length <= longestCategory) entries.push([category, id]);
    else wrong.push(category);
  }
  if (wrong.length === 0) return { entries, fault: '' };
  const others = wrong.length === 1 ? '' : ` (and ${wrong.length - 1} others)`;
  const fault = `has no id of 1 to ${longestCategory} characters for ${quoted(wrong[0]!)}${others}, so bids of that category are dropped: give it one`;
  return { entries, fault };
}

/** The mappings in `packed`. */
export function openMappings(packed: PackedMappings): CategoryMappings {
  return new Map(packed.map(([name, entries]) => [name, new Map(entries)]));
}
