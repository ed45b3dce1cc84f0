/** Settings as written, before they are checked: values with their origin, so that a fault can name it. */

/** A value as written; `origin` is its place in words ('' for a default). */
export type Tree = Branch | List | Leaf;

/** A map. Its keys are untrusted, so it is a Map, not an object. */
export interface Branch {
  readonly kind: 'map';
  readonly origin: string;
  readonly entries: ReadonlyMap<string, Tree>;
}

/** A list. */
export interface List {
  readonly kind: 'list';
  readonly origin: string;
  readonly items: readonly Tree[];
}

/** A single value; `text` is its spelling if known, since `1001` may be meant as a string. */
export interface Leaf {
  readonly kind: 'single';
  readonly origin: string;
  readonly value: string | number | boolean | null;
  readonly text?: string;
}

/** Deeper than any setting: anything below belongs to an unknown key, which is a fault anyway. */
const maxDepth = 32;

/**
 * The tree of a JSON value, without a place unless `origin` gives one. Anything that is no JSON value, or deeper than 32 levels, becomes
 * null.
 */
export function treeOf(json: unknown, origin = '', depth = 0): Tree {
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') {
    return { kind: 'single', origin, value: json };
  }
  // A long integer (openrtb/long-integers) is bounded like any number.
  if (typeof json === 'bigint') return { kind: 'single', origin, value: Number(json) };
  if (typeof json !== 'object' || json === null || depth > maxDepth) return { kind: 'single', origin, value: null };
  if (Array.isArray(json)) {
    return { kind: 'list', origin, items: json.map((item) => treeOf(item, origin, depth + 1)) };
  }
  const entries = Object.entries(json).map(([key, value]) => [key, treeOf(value, origin, depth + 1)] as const);
  return { kind: 'map', origin, entries: new Map(entries) };
}

/** The frozen JSON value of `tree`. */
export function jsonOf(tree: Tree): unknown {
  if (tree.kind === 'single') return tree.value;
  if (tree.kind === 'list') return Object.freeze(tree.items.map(jsonOf));
  return Object.freeze(Object.fromEntries([...tree.entries].map(([key, child]) => [key, jsonOf(child)])));
}

/** `base` overlaid with `over`: maps merge key by key, anything else is replaced. Neither is changed. */
export function overlay(base: Tree | undefined, over: Tree): Tree {
  if (base?.kind !== 'map' || over.kind !== 'map') return over;
  const entries = new Map(base.entries);
  for (const [key, value] of over.entries) entries.set(key, overlay(entries.get(key), value));
  return { kind: 'map', origin: base.origin, entries };
}

/** A tree with only `value`, at `path`. */
export function plant(path: readonly string[], value: Tree): Tree {
  return path.reduceRight<Tree>(
    (inner, key) => ({ kind: 'map', origin: value.origin, entries: new Map([[key, inner]]) }),
    value,
  );
}

/** What is written at `path`, undefined for nothing. */
export function find(tree: Tree, path: readonly string[]): Tree | undefined {
  let node: Tree | undefined = tree;
  for (const key of path) node = node?.kind === 'map' ? node.entries.get(key) : undefined;
  return node;
}

/** True when nothing is written at `path`: absent or null. */
export function isUnstated(tree: Tree, path: readonly string[]): boolean {
  const node = find(tree, path);
  return node === undefined || isNull(node);
}

/** True for null. */
export function isNull(tree: Tree): boolean {
  return tree.kind === 'single' && tree.value === null;
}

/** True when false itself is written at `path`. */
export function isFalse(tree: Tree, path: readonly string[]): boolean {
  const node = find(tree, path);
  return node?.kind === 'single' && node.value === false;
}

/** The end of a message: where `tree` was written, in brackets. */
export function whereabouts(tree: Tree | undefined): string {
  return tree === undefined || tree.origin === '' ? '' : ` (${tree.origin})`;
}
