/** What rules are applied to: an old file, the draft and the notes; how a rule finds its settings there and puts their values. */
import type { Draft } from './draft.ts';
import { matches, type Match } from './find-settings.ts';
import type { Notes } from './notes.ts';
import type { Around } from './rule.ts';
import type { SourceNode, Spelling } from './source.ts';
import type { Uses } from './uses.ts';

/** What rules are applied to. */
export interface Field {
  readonly root: SourceNode;
  readonly fold: Spelling['fold'];
  readonly draft: Draft;
  readonly notes: Notes;
  readonly uses: Uses;
  readonly around: Around;
  /** The path under which Gavel's paths are, such as `accounts.defaults`. */
  readonly below: readonly string[];
}

/** The settings of the old file that `from` matches. */
export function matchesOf(from: string, { root, fold }: Field): Match[] {
  return matches(root, from, fold);
}

/** A setting of Gavel and its origin: the old path for notes, and the names that the old path's wildcards matched. */
interface Target {
  readonly path: string;
  readonly to: string;
  readonly names: readonly string[];
  readonly comment?: string;
}

/** Puts a value, or notes why not. False if an earlier rule has put one there. */
export function put(
  { draft, notes, around, below }: Field,
  { path, to, names, comment = '' }: Target,
  value: unknown,
): boolean {
  const words = [...below, ...placeOf(to, names, around)];
  if (draft.has(words)) return false;
  const note = draft.put(words, value, comment);
  if (typeof value === 'string' && /\$\{[^{}]*\}/.test(value)) notes.tell(path, `${unfilled} ${words.join('.')}`);
  else if (note !== '') notes.tell(path, note);
  if (draft.has(words)) notes.taken += 1;
  return true;
}

const unfilled = 'contains a ${…} placeholder that the old server fills in: write its value at';

/** Gavel's path with names in place of its `*` (the last ones, if there are more); the name of a bidder becomes its code. */
function placeOf(to: string, names: readonly string[], { codeOf }: Pick<Around, 'codeOf'>): string[] {
  const count = to.split('.').filter((word) => word === '*').length;
  const left = names.slice(names.length - count);
  const words: string[] = [];
  for (const word of to.split('.')) {
    const name = word === '*' ? (left.shift() ?? word) : word;
    words.push(word === '*' && words.at(-1) === 'bidders' ? codeOf(name) : name);
  }
  return words;
}
