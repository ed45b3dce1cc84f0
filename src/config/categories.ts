/** Decides what a mapping of IAB categories to an ad server's own says (implementations A `FetchCategories`, B `ApplicationSettings.getCategories`): `{"IAB1-1": {"id": "…", "name": "…"}}`. */
import { quoted } from '../openrtb/findings.ts';
import { isObject, own } from '../openrtb/merge-patch.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The ad server's word for each category of one mapping. */
export type CategoryMapping = ReadonlyMap<string, string>;

/** All mappings of a host by the names of their files, without folder and ending. */
export type CategoryMappings = ReadonlyMap<string, CategoryMapping>;

/** The entries of one mapping. */
export type CategoryEntries = readonly (readonly [category: string, id: string])[];

/** All mappings as JSON carries them. */
export type PackedMappings = readonly (readonly [name: string, entries: CategoryEntries])[];

/** Characters of a category: it stands in keys of ad servers, and in addresses of cached ads. */
export const longestCategory = 64;

/**
 * Reads the text of one file. Entries without a usable id are left out, and `fault` tells of the first; a text that is no mapping at all
 * has undefined entries. `fault` ends a sentence that names the file, '' for none. Never throws.
 */
export function readMapping(text: string): { readonly entries: CategoryEntries | undefined; readonly fault: string } {
  const json = parsedJson(text);
  if (!isObject(json)) return { entries: undefined, fault: 'is no JSON object: write it like {"IAB1-1": {"id": "7"}}' };
  const entries: (readonly [string, string])[] = [];
  const wrong: string[] = [];
  for (const [category, value] of Object.entries(json)) {
    const id = isObject(value) ? own(value, 'id') : undefined;
    if (typeof id === 'string' && id.trim() !== '' && id.length <= longestCategory) entries.push([category, id]);
    else wrong.push(category);
  }
  if (wrong.length === 0) return { entries, fault: '' };
  const others = wrong.length === 1 ? '' : ` (and ${wrong.length - 1} others)`;
  const fault = `has for ${quoted(wrong[0]!)}${others} no id of 1 to ${longestCategory} characters: bids of that category are dropped, give it one`;
  return { entries, fault };
}

/** The mappings that were packed. */
export function openMappings(packed: PackedMappings): CategoryMappings {
  return new Map(packed.map(([name, entries]) => [name, new Map(entries)]));
}
