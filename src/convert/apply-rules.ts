/** Applies a table of rules to an old file: each setting goes into the draft, or into the notes for the host. */
import { isDeepStrictEqual } from 'node:util';
import { notFlag } from './conversions.ts';
import { matchesOf, put, type Field } from './field.ts';
import { joinSettings } from './join-settings.ts';
import type { AskedRule, Pin, Rule, TakenRule, ToldRule } from './rule.ts';
import type { SourceNode } from './source.ts';

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
