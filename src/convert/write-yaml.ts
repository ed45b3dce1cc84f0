/** Writes a draft as Gavel's configuration: YAML in the order of --settings, without defaults, with comments on what no file stated. */
import { Type, type TSchema } from 'typebox';
import { Document, isScalar, YAMLMap, type Pair, type Scalar } from 'yaml';
import { schemaAt, type Draft, type DraftMap } from './draft.ts';

/** The text of `draft`, ending in a line end. `head` is the comment at its top. */
export function yamlOf(draft: Draft, head: string): string {
  const document = new Document(new YAMLMap());
  document.commentBefore = head
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n');
  document.contents = mapOf(draft, draft.root, []);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, singleQuote: true });
}

function mapOf(draft: Draft, map: DraftMap, path: readonly string[]): YAMLMap {
  const written = new YAMLMap<Scalar, unknown>();
  for (const key of ordered(draft.schema, map, path)) {
    const pair = pairOf(draft, [...path, key], map.get(key)!);
    if (pair !== undefined) written.items.push(pair);
  }
  return written;
}

/** The keys of `map` in the order of the schema; keys of maps by code in their own order. */
function ordered(schema: TSchema, map: DraftMap, path: readonly string[]): readonly string[] {
  const own = schemaAt(schema, path);
  const keys = own !== undefined && Type.IsObject(own) ? Object.keys(own.properties) : [...map.keys()];
  return keys.filter((key) => map.has(key));
}

const document = new Document();

function pairOf(draft: Draft, path: readonly string[], entry: NonNullable<ReturnType<DraftMap['get']>>) {
  const key = document.createNode(path.at(-1)!) as Scalar<string>;
  if (entry instanceof Map) {
    const inner = mapOf(draft, entry, path);
    if (inner.items.length === 0 && !isByCode(draft.schema, path.slice(0, -1))) return undefined;
    inner.flow = inner.items.length === 0;
    return document.createPair(key, inner) as Pair<Scalar, unknown>;
  }
  if (draft.isDefault(path, entry.value)) return undefined;
  const value = document.createNode(entry.value);
  if (isShort(entry.value)) Reflect.set(value, 'flow', true);
  if (entry.comment !== '' && isScalar(value)) value.comment = ` ${entry.comment}`;
  else if (entry.comment !== '') key.commentBefore = ` ${entry.comment}`;
  return document.createPair(key, value) as Pair<Scalar, unknown>;
}

/** True for a list of single values, or of such lists, which fits in one line. */
function isShort(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((item) => typeof item !== 'object' || isShort(item));
}

function isByCode(schema: TSchema, path: readonly string[]): boolean {
  const own = schemaAt(schema, path);
  return own !== undefined && Type.IsRecord(own);
}

/** The settings of a draft as JSON, without comments. Unlike `yamlOf`, it keeps those that equal Gavel's default. */
export function jsonOfDraft(map: DraftMap): object {
  return Object.fromEntries(
    [...map].map(([key, entry]) => [key, entry instanceof Map ? jsonOfDraft(entry) : entry.value]),
  );
}
