/** Reads an old server's file into a tree whose keys are found in every spelling that the server accepts. */
import { find, isNull, jsonOf, plant, treeOf, type Branch, type Tree } from '../config/tree.ts';
import { readYaml } from '../config/yaml-tree.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { memberPath } from '../openrtb/findings.ts';
import { merged } from './merge-maps.ts';
import type { OldServer, Stated } from './rule.ts';

/** A key of the old file, with what is below it. */
export interface SourceNode extends Stated {
  /** The key as spelled. */
  readonly name: string;
  readonly tree: Tree;
  /** What is below, by folded key; undefined for a single value or a list. */
  readonly children: ReadonlyMap<string, SourceNode> | undefined;
}

/** The settings that were read, or what is wrong, one sentence each. */
export type SourceReading = { readonly root: SourceNode } | { readonly faults: readonly string[] };

/** What reading needs to know about an old server. */
export type Spelling = Pick<OldServer, 'fold' | 'resolve' | 'optional'>;

/** The maximum number of documents: more than any file holds. */
const maxDocuments = 50;

/** The settings of `text`: JSON, or YAML of one or more documents, of which later ones win. `name` is the file's. Never throws. */
export function readSource(text: string, name: string, spelling: Spelling): SourceReading {
  const json = jsonTree(text);
  if (json !== undefined) return rooted([json], name, spelling);
  const form = formFault(text);
  if (form !== '') return { faults: [`${name} ${form}`] };
  const parts = documentsOf(text);
  if (parts.length > maxDocuments)
    return { faults: [`${name} holds more than ${maxDocuments} documents: split the file`] };
  const trees: Tree[] = [];
  for (const { text: part, line } of parts) {
    const read = readYaml(part, (at) => `${name} line ${line + at}`);
    if (read.faults.length > 0 || read.tree === undefined) return { faults: read.faults };
    trees.push(read.tree);
  }
  return rooted(trees, name, spelling);
}

/** The longest text that is read as YAML, which takes much longer than JSON. */
const maxYaml = 1_048_576;

/** Why a text that is not JSON cannot be YAML of settings; '' for nothing. */
function formFault(text: string): string {
  const [line = ''] = /^[ \t\uFEFF]*[^\s#!].*/m.exec(text) ?? [];
  if (/^\s*[\w.[\]-]{1,200}[ \t]*=/.test(line))
    return 'has lines of key=value, but only YAML and JSON are read: write each as key: value';
  return text.length > maxYaml ? `is YAML of more than ${maxYaml} characters: split it, or write it as JSON` : '';
}

/** The settings below `tree`, a part of a file already read; `name` says which. */
export function sourceOf(tree: Tree, name: string, spelling: Spelling): SourceReading {
  return rooted([tree], name, spelling);
}

/** JSON is parsed as such first: it allows tabs and depths that YAML does not. */
function jsonTree(text: string): Tree | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return isDeeper(json, maxDepth) ? undefined : treeOf(json);
  } catch {
    return undefined;
  }
}

/** Splits at lines that begin with ---, wherever they are. */
function documentsOf(text: string): { readonly text: string; readonly line: number }[] {
  const parts: { text: string; line: number }[] = [];
  let line = 0;
  for (const part of text.split(/^---(?=\s|$)/m)) {
    if (/[^\s]/.test(part.replaceAll(/^[ \t]*#.*$/gm, ''))) parts.push({ text: part, line });
    line += part.split('\n').length - 1;
  }
  return parts.length === 0 ? [{ text: '', line: 0 }] : parts;
}

function rooted(trees: readonly Tree[], name: string, spelling: Spelling): SourceReading {
  const maps = trees.filter((tree) => !isNull(tree));
  if (maps.length === 0) return { faults: [`${name} is empty: name the file that the old server reads`] };
  if (maps.some(({ kind }) => kind !== 'map'))
    return { faults: [`${name} is not a map of settings (key: value): name the file that the old server reads`] };
  const whole = (maps as readonly Branch[]).map((map) => withoutOptional(merged([map]), spelling));
  return { root: nodeOf(merged(whole), { name: '', path: '' }, spelling) };
}

/** A conditional document is reduced to its condition, unless a map is there, which means something else. */
function withoutOptional(tree: Branch, { optional = [] }: Spelling): Branch {
  const paths = optional.map((path) => path.split('.'));
  const path = paths.find((one) => (find(tree, one)?.kind ?? 'map') !== 'map');
  return path === undefined ? tree : (plant(path, find(tree, path)!) as Branch);
}

function nodeOf(tree: Tree, { name, path }: { name: string; path: string }, spelling: Spelling): SourceNode {
  const common = { name, path };
  if (tree.kind !== 'map') {
    const read = resolved(tree, spelling.resolve);
    return { ...common, tree: read, value: jsonOf(read), text: textOf(read), children: undefined };
  }
  const spellings = new Map<string, { key: string; trees: Tree[] }>();
  for (const [key, child] of tree.entries) {
    const folded = spelling.fold(key);
    const same = spellings.get(folded);
    if (same === undefined) spellings.set(folded, { key, trees: [child] });
    else same.trees.push(child);
  }
  const children = new Map<string, SourceNode>();
  for (const [folded, { key, trees }] of spellings)
    children.set(folded, nodeOf(lastOf(trees), { name: key, path: memberPath(path, key) }, spelling));
  return { ...common, tree, value: jsonOf(tree), text: '', children };
}

/** Merges the values of one key in several spellings: maps are merged, of anything else the last one counts. */
function lastOf(trees: readonly Tree[]): Tree {
  const last = trees.at(-1)!;
  if (trees.length === 1 || last.kind !== 'map') return last;
  return merged(trees.filter((tree) => tree.kind === 'map'));
}

function resolved(tree: Tree, resolve: Spelling['resolve']): Tree {
  if (resolve === undefined || tree.kind === 'map') return tree;
  if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => resolved(item, resolve)) };
  if (typeof tree.value !== 'string') return tree;
  const text = resolve(tree.value);
  // A placeholder that is empty (`${NAME:}`) states nothing.
  return { ...tree, value: text === '' && tree.value !== '' ? null : text, text };
}

function textOf(tree: Tree): string {
  if (tree.kind !== 'single' || tree.value === null) return '';
  return typeof tree.value === 'string' ? tree.value : (tree.text ?? String(tree.value));
}
