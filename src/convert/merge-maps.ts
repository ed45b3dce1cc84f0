/** Merges several maps into one, as servers merge several files and documents. */
import type { Branch, Tree } from '../config/tree.ts';

/** Entries of a map created here, which may be added to. */
type Entries = Map<string, Tree>;

/** Merges `maps` (at least one); later ones win. Keys with dots (`a.b: 1`) become nested maps. */
export function merged(maps: readonly Branch[]): Branch {
  const entries: Entries = new Map();
  for (const map of maps) addAll(entries, map);
  return { kind: 'map', origin: maps[0]!.origin, entries };
}

function addAll(entries: Entries, { entries: more }: Branch): void {
  // A map's own keys override what it inherits (`<<`).
  for (const part of sharedMaps(more.get('<<'))) addAll(entries, part);
  for (const [key, child] of more) {
    if (key === '<<' && child.kind !== 'single') continue;
    const words = key.split('.');
    place(entries, words.length <= maxWords && words.every((word) => word !== '') ? words : [key], child);
  }
}

function sharedMaps(tree: Tree | undefined): Branch[] {
  const parts = tree?.kind === 'list' ? tree.items.toReversed() : tree === undefined ? [] : [tree];
  return parts.filter((part) => part.kind === 'map');
}

function place(entries: Entries, [first = '', ...rest]: readonly string[], value: Tree): void {
  if (rest.length === 0 && value.kind !== 'map') {
    entries.set(first, value);
    return;
  }
  const before = entries.get(first);
  const inner: Entries = before?.kind === 'map' ? (before.entries as Entries) : new Map();
  if (before?.kind !== 'map') entries.set(first, { kind: 'map', origin: value.origin, entries: inner });
  if (rest.length > 0) place(inner, rest, value);
  else addAll(inner, value as Branch);
}

/** More words than any key with dots has. */
const maxWords = 16;
