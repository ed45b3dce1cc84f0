/**
 * Reads written settings by a schema: checks every value, fills in defaults, and finds all faults in one pass. It accepts what TypeBox
 * accepts (test/config/read-settings); TypeBox's own checks stop at eight faults and lose line numbers.
 */
import { Type, type TArray, type TObject, type TRecord, type TSchema } from 'typebox';
import { memberPath } from '../openrtb/findings.ts';
import { describe, keyword, show } from './describe.ts';
import { readSingle, textFault } from './read-single.ts';
import { didYouMean, nearest } from './suggest.ts';
import { isNull, jsonOf, treeOf, whereabouts, type Branch, type List, type Tree } from './tree.ts';

/** The faults found so far, one sentence each, and the paths of the faulty settings. */
export interface SettingFindings {
  /** The name of the whole in messages. */
  readonly whole: string;
  readonly faults: string[];
  readonly faulty: Set<string>;
}

/** The frozen value of `tree` by `schema`. A faulty value is replaced by its default, or left out. */
export function readSettings(schema: TSchema, tree: Tree, findings: SettingFindings): unknown {
  return readValue({ schema, path: '', findings }, tree);
}

/** How many faults suggest the key that was probably meant, which is slow; callers show no more faults than this. */
const maxSuggestions = 100;

/** Keys that could reach an object's prototype. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** What is being read: a setting's schema and name. */
interface Place<Schema extends TSchema = TSchema> {
  readonly schema: Schema;
  readonly path: string;
  readonly findings: SettingFindings;
}

function readValue(place: Place, tree: Tree): unknown {
  const { schema, path, findings } = place;
  if (Type.IsObject(schema) && tree.kind === 'map') return readObject({ schema, path, findings }, tree);
  if (Type.IsRecord(schema) && tree.kind === 'map') return readRecord({ schema, path, findings }, tree);
  if (Type.IsUnknown(schema) && tree.kind === 'map') return jsonOf(tree);
  if (Type.IsArray(schema) && tree.kind === 'list') return readList({ schema, path, findings }, tree);
  if (tree.kind === 'single') {
    const value = readSingle(schema, tree);
    if (value !== undefined) return Type.IsString(schema) ? checkText(place, String(value), tree) : value;
  }
  // A text in place of a section may be one of the section's secrets, such as an address with its password.
  const secret = keyword(schema, 'writeOnly') === true || (isSection(schema) && isText(tree));
  return refuse(place, `must be ${describe(schema)}, not ${show(tree, secret)}`, tree);
}

function isText(tree: Tree): boolean {
  return tree.kind === 'single' && typeof tree.value === 'string';
}

function isSection(schema: TSchema): boolean {
  return Type.IsObject(schema) || Type.IsRecord(schema);
}

/** Reports a fault and returns the default, if there is one. */
function refuse({ schema, path, findings }: Place, what: string, tree: Tree | undefined): unknown {
  report(findings, path, `${what}${whereabouts(tree)}`);
  const defaultValue = keyword(schema, 'default');
  return defaultValue === undefined ? undefined : readValue({ schema, path, findings }, treeOf(defaultValue));
}

/** Adds a fault of the setting `path`: `what` completes the sentence that its name begins. */
export function report(findings: SettingFindings, path: string, what: string): void {
  findings.faulty.add(path);
  findings.faults.push(`${path === '' ? findings.whole : path} ${what}`);
}

function readObject({ schema, path, findings }: Place<TObject>, tree: Branch): unknown {
  const known = schema.properties;
  for (const [key, child] of tree.entries) {
    if (Object.hasOwn(known, key)) continue;
    const suggested = findings.faults.length < maxSuggestions ? remedy(key, path, Object.keys(known)) : 'remove it';
    const fix = joinedIn(child).test(key) ? 'write "key: value", with a space after the colon' : suggested;
    report(findings, unknownPath(path, key, child), `is not a setting: ${fix}${whereabouts(child)}`);
  }
  const value: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(known)) {
    const read = readMember({ schema: part, path: memberPath(path, key), findings }, tree.entries.get(key), tree);
    if (read !== undefined) value[key] = read;
  }
  return Object.freeze(value);
}

/** What follows the name in a key such as that of `{password:secret}`, or, without a value, of `{password secret}`. */
const joinedIn = (child: Tree): RegExp => (isNull(child) ? /[^\w.-].+$/s : /[:=].+$/s);

/** The path of a key that is no setting, without what may be the value. */
function unknownPath(path: string, key: string, child: Tree): string {
  return memberPath(path, key.replace(joinedIn(child), '…'));
}

/** How to correct an unknown key: the key that was probably meant, else all known keys. */
export function remedy(key: string, path: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return didYouMean(meant && memberPath(path, meant), `remove it, or use one of ${known.join(', ')}`);
}

/** Reads one member of an object; null counts as absent, as in `currency:` with every line below commented out. */
function readMember(place: Place, tree: Tree | undefined, parent: Tree): unknown {
  if (tree !== undefined && !isNull(tree)) return readValue(place, tree);
  if (Type.IsOptional(place.schema)) return undefined;
  const defaultValue = keyword(place.schema, 'default');
  if (defaultValue !== undefined) return readValue(place, treeOf(defaultValue));
  const purpose = keyword(place.schema, 'description');
  const meaning = typeof purpose === 'string' ? `: ${purpose}` : '';
  return refuse(place, `is missing: it must be ${describe(place.schema)}${meaning}`, parent);
}

function readRecord({ schema, path, findings }: Place<TRecord>, tree: Branch): unknown {
  const value: Record<string, unknown> = Object.create(null);
  const [[pattern, part]] = Object.entries(schema.patternProperties) as [[string, TSchema]];
  const hint = String(keyword(schema, 'hint'));
  for (const [key, child] of tree.entries) {
    const inner = { schema: part, path: memberPath(path, key), findings };
    if (forbiddenKeys.has(key)) report(findings, inner.path, `is a reserved name: use another${whereabouts(child)}`);
    else if (!new RegExp(pattern).test(key)) {
      report(findings, unknownPath(path, key, child), `has an invalid name: it must be ${hint}${whereabouts(child)}`);
    } else {
      const read =
        isNull(child) && Type.IsObject(part)
          ? readValue(inner, treeOf({}, child.origin))
          : readMember(inner, child, child);
      if (read !== undefined) value[key] = read;
    }
  }
  return Object.freeze(value);
}

function readList(place: Place<TArray>, tree: List): unknown {
  const { schema, path, findings } = place;
  const { items } = tree;
  const most = keyword(schema, 'maxItems');
  if (typeof most === 'number' && items.length > most) {
    return refuse(place, `must have at most ${most} entries, not ${items.length}`, tree);
  }
  const read = items.map((item, at) => readValue({ schema: schema.items, path: `${path}[${at}]`, findings }, item));
  return Object.freeze(read.filter((item) => item !== undefined));
}

function checkText(place: Place, value: string, tree: Tree): unknown {
  const fault = textFault(place.schema, value);
  return fault === '' ? value : refuse(place, fault, tree);
}
