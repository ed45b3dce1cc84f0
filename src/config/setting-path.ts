/** Finds the setting that a path names, as given by environment variables and flags (interface, 'Configuration'). */
import { Type, type TSchema } from 'typebox';
import { memberPath } from '../openrtb/findings.ts';
import { remedy } from './read-settings.ts';
import { didYouMean, nearest } from './suggest.ts';
import { find, type Tree } from './tree.ts';

/** A path as written: its words and their separator. */
export interface WrittenPath {
  readonly words: readonly string[];
  readonly separator: '__' | '.';
  /** True when an unknown bidder code adds a bidder; otherwise it is a fault, since environment variables lose their case. */
  readonly mayAdd: boolean;
}

/** What paths are resolved against: the schema, the settings so far, and the codes of built-in bidders. */
export interface Settings {
  readonly schema: TSchema;
  readonly tree: Tree;
  readonly knownAdapters: Iterable<string>;
}

/** The setting that a path names, or the path's fault, to follow its name. */
export type FoundPath = { readonly path: readonly string[]; readonly schema: TSchema } | { readonly fault: string };

/** More words than any setting has. */
const maxWords = 32;

/** The setting that `written` names; case does not count. */
export function findSetting(written: WrittenPath, settings: Settings): FoundPath {
  const { words, separator } = written;
  if (words.length > maxWords) return { fault: `has more than ${maxWords} parts: shorten it` };
  const path: string[] = [];
  let { schema } = settings;
  let at = 0;
  while (at < words.length) {
    const word = words[at]!;
    const name = path.reduce(memberPath, '');
    if (Type.IsObject(schema)) {
      const known = Object.keys(schema.properties);
      // userSync and usersync differ only in case: where the word's own case does not decide, the one already set is meant.
      const alreadySet = codesAt(path, settings).filter((one) => known.includes(one));
      const key = matching(word, [...alreadySet, ...known]);
      if (key === undefined) return { fault: `is not a setting: ${remedy(word, name, known)}` };
      path.push(key);
      schema = schema.properties[key]!;
      at += 1;
    } else if (Type.IsRecord(schema)) {
      const found = findEntry(words.slice(at), separator, codesAt(path, settings));
      if (!found && !written.mayAdd) return { fault: absentEntry(word, name, codesAt(path, settings)) };
      path.push(found?.key ?? word);
      at += found?.words ?? 1;
      schema = Object.values(schema.patternProperties)[0]!;
    } else {
      return { fault: `goes too deep: ${name} is a single value, so set it as a whole` };
    }
  }
  return { path, schema };
}

function matching(word: string, known: readonly string[]): string | undefined {
  const folded = word.toLowerCase();
  return known.find((one) => one === word) ?? known.find((one) => one.toLowerCase() === folded);
}

/** The keys of the map at `path`: those written, and those of built-in bidders in `bidders`. */
function codesAt(path: readonly string[], { tree, knownAdapters }: Settings): string[] {
  const written = find(tree, path);
  const keys = written?.kind === 'map' ? [...written.entries.keys()] : [];
  return path.at(-1) === 'bidders' ? [...keys, ...knownAdapters] : keys;
}

/** A code may contain the separator, so the longest run of words that is a code wins. */
function findEntry(words: readonly string[], separator: string, codes: readonly string[]) {
  for (let count = words.length; count > 0; count -= 1) {
    const key = matching(words.slice(0, count).join(separator), codes);
    if (key !== undefined) return { key, words: count };
  }
  return undefined;
}

function absentEntry(word: string, name: string, codes: readonly string[]): string {
  const fix = didYouMean(nearest(word, codes), `add it to the file, or set ${name} as a whole`);
  return `names an entry that ${name} does not have: ${fix}`;
}
