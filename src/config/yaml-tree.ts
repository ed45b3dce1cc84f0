/**
 * Reads YAML into a tree with line numbers. Duplicate keys are faults. Aliases share the tree of their anchor, but count as if written out.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { memberPath } from '../openrtb/findings.ts';
import type { Leaf, Tree } from './tree.ts';
import { readDocument, syntaxFaults } from './yaml-document.ts';

/** The most values, with aliases written out. */
const maxValues = 200_000;
const tooManyFault = `the YAML has more than ${maxValues} values with its aliases expanded: use fewer aliases`;

/** The tree (undefined when the text is not YAML) and its faults, one sentence each. */
export interface YamlReading {
  readonly tree: Tree | undefined;
  readonly faults: readonly string[];
}

/** The state of one reading. */
interface Walk {
  readonly origin: (node: Node) => string;
  readonly anchors: Map<string, { readonly tree: Tree; readonly size: number }>;
  readonly faults: string[];
  values: number;
}

/** The tree of one YAML document; `origin` puts a line number (from 1) into words. Never throws. */
export function readYaml(text: string, origin: (line: number) => string): YamlReading {
  const lines = new LineCounter();
  const place = (offset: number): string => origin(Math.max(1, lines.linePos(offset).line));
  try {
    const document = readDocument(text, lines);
    if (typeof document === 'string') return { tree: undefined, faults: [`${document} (${origin(1)})`] };
    const syntax = syntaxFaults(document, place);
    if (syntax.length > 0) return { tree: undefined, faults: syntax };
    const walk: Walk = { origin: (node) => place(node.range?.[0] ?? 0), anchors: new Map(), faults: [], values: 0 };
    const { contents } = document;
    const tree = contents === null ? nothing(origin(1)) : convert(contents, '', walk);
    return { tree, faults: walk.faults };
  } catch {
    // The limits should prevent this; a text that still breaks the parser must not end the process.
    return { tree: undefined, faults: [`the YAML cannot be parsed: simplify it (${origin(1)})`] };
  }
}

function nothing(origin: string): Leaf {
  return { kind: 'single', origin, value: null, text: '' };
}

function convert(node: Node, path: string, walk: Walk): Tree {
  const origin = walk.origin(node);
  if (isAlias(node)) return expand(node.source, path, { walk, origin });
  walk.values += 1;
  if (walk.values > maxValues) return tooMany(walk, origin);
  const before = walk.values;
  const tree = convertPlain(node, path, { walk, origin });
  const { anchor } = node;
  if (anchor !== undefined) walk.anchors.set(anchor, { tree, size: walk.values - before + 1 });
  return tree;
}

interface Here {
  readonly walk: Walk;
  readonly origin: string;
}

function convertPlain(node: Node, path: string, { walk, origin }: Here): Tree {
  if (isMap(node)) return convertMap(node.items as Pairs, path, { walk, origin });
  if (isSeq(node)) {
    const items = node.items.map((item, at) =>
      item === null ? nothing(origin) : convert(item as Node, `${path}[${at}]`, walk),
    );
    return { kind: 'list', origin, items };
  }
  const value: unknown = isScalar(node) ? node.value : null;
  const text = isScalar(node) ? (node.source ?? String(value)) : '';
  const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'single', origin, value: known ? value : text, text };
}

type Pairs = readonly { readonly key: Node | null; readonly value: Node | null }[];

function convertMap(pairs: Pairs, path: string, { walk, origin }: Here): Tree {
  const entries = new Map<string, Tree>();
  for (const { key, value } of pairs) {
    const name = keyName(key);
    const at = key === null ? origin : walk.origin(key);
    if (name === undefined) {
      walk.faults.push(`${nameOf(path)} has a key that is not a plain word: write "key: value" (${at})`);
    } else if (entries.has(name)) {
      walk.faults.push(`${memberPath(path, name)} is given twice: keep one (${entries.get(name)!.origin}; ${at})`);
    } else {
      entries.set(name, value === null ? nothing(at) : withOrigin(convert(value, memberPath(path, name), walk), at));
    }
  }
  return { kind: 'map', origin, entries };
}

/** A key's spelling; undefined for an empty key, a list or a map. */
function keyName(key: Node | null): string | undefined {
  if (!isScalar(key) || key.value === null) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function nameOf(path: string): string {
  return path === '' ? 'the YAML' : path;
}

/** A setting's place is that of its key, not of its value. */
function withOrigin(tree: Tree, origin: string): Tree {
  return { ...tree, origin };
}

function expand(name: string, path: string, { walk, origin }: Here): Tree {
  const anchor = walk.anchors.get(name);
  if (anchor === undefined) {
    walk.faults.push(
      // A secret that begins with * and lacks quotes reads as an alias.
      `${nameOf(path)} uses an alias (*) that is not defined before it: put its & before the value that it refers to, or quotes around a text that begins with * (${origin})`,
    );
    return nothing(origin);
  }
  walk.values += anchor.size;
  return walk.values > maxValues ? tooMany(walk, origin) : { ...anchor.tree, origin };
}

/** Reports once that there are too many values; everything after that is read as null. */
function tooMany(walk: Walk, origin: string): Leaf {
  if (walk.faults.at(-1) !== tooManyFault) walk.faults.push(tooManyFault);
  return nothing(origin);
}
