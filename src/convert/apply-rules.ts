/** Applies a table of rules to an old file: what it says is put into a draft, or told. */
import { isDeepStrictEqual } from 'node:util';
import type { Draft } from './draft.ts';
import type { Notes } from './notes.ts';
import type { Around, JointRule, Pin, Rule, TakenRule, ToldRule } from './rule.ts';
import { matches, places, settingAt, type Match, type SourceNode, type Spelling } from './source.ts';

/** Where rules are applied. */
export interface Field {
  readonly root: SourceNode;
  readonly fold: Spelling['fold'];
  readonly draft: Draft;
  readonly notes: Notes;
  readonly around: Around;
  /** Stands before Gavel's paths, such as `accounts.defaults`. */
  readonly below: readonly string[];
}

/** Applies `rules` in their order: of two that put the same, the first wins. */
export function applyRules(rules: readonly Rule[], field: Field): void {
  for (const rule of rules) {
    if ('join' in rule) joinSettings(rule, field);
    else if ('to' in rule) takeSettings(rule, field);
    else if ('tell' in rule) tellSettings(rule, field);
    else field.notes.needless += found(rule.from, field).length;
  }
}

/** Puts what the old server does by default, where nothing stands yet. */
export function applyPins(pins: readonly Pin[], { draft, notes, around, below }: Omit<Field, 'root' | 'fold'>): void {
  for (const { to, value, why, unless } of pins) {
    const path = [...below, ...to.split('.')];
    if (draft.has(path) || unless?.(around) === true) continue;
    const fault = draft.put(path, value, why);
    if (fault === '') notes.pinned += 1;
    else notes.tell(to, fault);
  }
}

function found(from: string, { root, fold }: Field): Match[] {
  return matches(root, from, fold);
}

function takeSettings({ from, to, as }: TakenRule, field: Field): void {
  for (const { node, names } of found(from, field)) {
    const made = as === undefined ? { value: node.value } : as(node, field.around);
    if (made === undefined) field.notes.needless += 1;
    if (made?.tell !== undefined) field.notes.tell(node.path, made.tell);
    if (made?.value !== undefined) put(field, { path: node.path, to, names }, made.value);
  }
}

function tellSettings({ from, tell, unless = [] }: ToldRule, field: Field): void {
  for (const { node } of found(from, field)) {
    const isSame = unless.some(
      (one) => isDeepStrictEqual(one, node.value) || isDeepStrictEqual(String(one), node.text),
    );
    if (isSame || isEmpty(node)) field.notes.needless += 1;
    else field.notes.tell(node.path, tell);
  }
}

function isEmpty({ children, value }: SourceNode): boolean {
  return children?.size === 0 || (Array.isArray(value) && value.length === 0) || value === '';
}

function joinSettings({ within, from, join }: JointRule, field: Field): void {
  // A rule of whatever is at its place is one of a name without a value, too.
  const isOfAny = from.includes('');
  const turns = isOfAny ? places(field.root, within, field.fold) : found(within, field);
  for (const { node, names } of turns) {
    const stated = (path: string) => settingAt(node, path, field.fold);
    if (!isOfAny && !from.some((path) => stated(path) !== undefined)) continue;
    const all = isOfAny ? [node.path] : from.flatMap((path) => stated(path)?.path ?? []);
    join({
      stated,
      textAt: (path) => stated(path)?.text ?? '',
      names,
      around: field.around,
      put: (to, value, comment = '') =>
        put(field, { path: all.slice(0, mostNamed).join(', '), to, names, comment }, value),
      tell: (path, text) => field.notes.tell(stated(path)?.path ?? all[0]!, text),
    });
  }
}

/** So many settings are named that make another together. */
const mostNamed = 3;

interface Target {
  readonly path: string;
  readonly to: string;
  readonly names: readonly string[];
  readonly comment?: string;
}

function put({ draft, notes, around, below }: Field, { path, to, names, comment = '' }: Target, value: unknown): void {
  const words = [...below, ...placeOf(to, names, around)];
  if (draft.has(words)) return;
  const told = draft.put(words, value, comment);
  if (typeof value === 'string' && /\$\{[^{}]*\}/.test(value)) notes.tell(path, `${unfilled} ${words.join('.')}`);
  else if (told !== '') notes.tell(path, told);
  if (draft.has(words)) notes.taken += 1;
}

const unfilled = 'holds a ${…} that the old server fills from elsewhere: write its value at';

/** Gavel's path with names in place of its `*`, the last ones where it has fewer; a bidder's is its code here. */
export function placeOf(to: string, names: readonly string[], { codeOf }: Pick<Around, 'codeOf'>): string[] {
  const count = to.split('.').filter((word) => word === '*').length;
  const left = names.slice(names.length - count);
  const words: string[] = [];
  for (const word of to.split('.')) {
    const name = word === '*' ? (left.shift() ?? word) : word;
    words.push(word === '*' && words.at(-1) === 'bidders' ? codeOf(name) : name);
  }
  return words;
}
