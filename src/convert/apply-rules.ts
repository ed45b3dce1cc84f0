/** Applies a table of rules to an old file: each setting goes into the draft, or into the notes for the host. */
import { isDeepStrictEqual } from 'node:util';
import { notFlag } from './conversions.ts';
import type { Draft } from './draft.ts';
import { matches, places, settingAt, type Match } from './find-settings.ts';
import type { Notes } from './notes.ts';
import type { Around, AskedRule, JointRule, Pin, Rule, TakenRule, ToldRule } from './rule.ts';
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

/** Applies `rules` in their order. If two put the same setting, the first wins. */
export function applyRules(rules: readonly Rule[], field: Field): void {
  for (const rule of rules) {
    if ('join' in rule) joinSettings(rule, field);
    else if ('to' in rule) takeSettings(rule, field);
    else if ('tell' in rule) tellSettings(rule, field);
    else if ('asked' in rule) checkSettings(rule, field);
    else for (const { node } of matchesOf(rule.from, field)) field.uses.leave(node, rule.from);
  }
}

/** Puts the old server's defaults where nothing has been put yet. */
export function applyPins(pins: readonly Pin[], { draft, notes, around, below }: Field): void {
  for (const { to, value, why, unless } of pins) {
    const path = [...below, ...to.split('.')];
    if (draft.has(path) || unless?.(around) === true) continue;
    const fault = draft.put(path, value, why);
    if (fault === '') notes.pinned += 1;
    else notes.tell(to, fault);
  }
}

function matchesOf(from: string, { root, fold }: Field): Match[] {
  return matches(root, from, fold);
}

function takeSettings({ from, to, as }: TakenRule, field: Field): void {
  for (const { node, names } of matchesOf(from, field)) {
    const made = as === undefined ? { value: node.value } : as(node, field.around);
    const isPut = made?.value !== undefined && put(field, { path: node.path, to, names }, made.value);
    if (made?.tell !== undefined) field.notes.tell(node.path, made.tell);
    if (isPut || made?.tell !== undefined) field.uses.use(node);
    else field.uses.leave(node, from);
  }
}

function checkSettings({ from, asked }: AskedRule, field: Field): void {
  for (const { node } of matchesOf(from, field)) {
    field.uses.use(node);
    if (!asked(node)) field.notes.tell(node.path, notFlag);
  }
}

function tellSettings({ from, tell, unless = [] }: ToldRule, field: Field): void {
  for (const { node } of matchesOf(from, field)) {
    // Lists and maps have no text.
    const isSame = unless.some(
      (one) => isDeepStrictEqual(one, node.value) || (typeof node.value !== 'object' && String(one) === node.text),
    );
    if (isSame || isEmpty(node)) field.uses.leave(node, from);
    else {
      field.uses.use(node);
      field.notes.tell(node.path, tell);
    }
  }
}

/** What states nothing: an empty text, list or map, or, in a map, what switches nothing on. */
function isEmpty({ children, value }: SourceNode): boolean {
  if (children === undefined) return value === '' || (Array.isArray(value) && value.length === 0);
  return [...children.values()].every((child) => isEmpty(child) || [null, false, 0].includes(child.value as null));
}

function joinSettings(rule: JointRule, field: Field): void {
  const { within, from } = rule;
  // A rule without named settings (`from: ['']`) also applies to a name without a value.
  const hasNoNames = from.includes('');
  const matched = hasNoNames ? places(field.root, within, field.fold) : matchesOf(within, field);
  for (const place of matched) {
    const joined = new Map<SourceNode, string>();
    for (const path of from) {
      const found = path === '' ? undefined : settingAt(place.node, path, field.fold);
      if (found !== undefined) joined.set(found, within === '' ? path : `${within}.${path}`);
    }
    if (hasNoNames || joined.size > 0) joinPlace(rule, { ...place, joined }, field);
  }
}

/** Settings of one place that are joined: those that are stated, with their paths in the rule. */
interface JointPlace extends Match {
  readonly joined: ReadonlyMap<SourceNode, string>;
}

function joinPlace({ join }: JointRule, { node, names, joined }: JointPlace, field: Field): void {
  const stated = (path: string) => settingAt(node, path, field.fold);
  const paths = joined.size === 0 ? [node.path] : [...joined.keys()].map(({ path }) => path);
  let isUsed = false;
  const tell = (path: string, text: string): void => {
    isUsed = true;
    field.notes.tell(stated(path)?.path ?? paths[0]!, text);
  };
  join({
    stated,
    textAt: (path) => {
      const found = stated(path);
      if (typeof found?.value === 'object') tell(path, 'must be a single value: correct it');
      return found?.text ?? '';
    },
    names,
    around: field.around,
    put: (to, value, comment = '') => {
      isUsed = put(field, { path: paths.slice(0, mostNamed).join(', '), to, names, comment }, value) || isUsed;
    },
    tell,
  });
  for (const [one, pattern] of joined) {
    if (isUsed) field.uses.use(one);
    else field.uses.leave(one, pattern);
  }
}

/** How many of the joined settings are named in a note. */
const mostNamed = 3;

interface Target {
  readonly path: string;
  readonly to: string;
  readonly names: readonly string[];
  readonly comment?: string;
}

/** Puts a value, or notes why not. False if an earlier rule has put one there. */
function put(
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
