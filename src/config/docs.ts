/** Writes the reference of the configuration: one table, generated from the schema, so that it cannot be out of date. */
import { Type, type TProperties, type TSchema } from 'typebox';
import { keyword, typeLabel } from './describe.ts';
import { configSchema } from './schema.ts';

/** A Markdown table of every setting: key, type and limits, default, meaning. Ends in a line end. */
export function configReference(): string {
  const rows = settingRows(configSchema, '').map((cells) => `| ${cells.map(escape).join(' | ')} |`);
  return ['| key | type | default | meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

type Row = readonly [key: string, type: string, standard: string, meaning: string];

/** The rows of a setting and of all below it; groups have a row only when they are maps or lists of groups. */
function settingRows(schema: TSchema, path: string): Row[] {
  if (Type.IsObject(schema)) {
    return [...alike(schema.properties)].flatMap(([key, part]) =>
      settingRows(part, path === '' ? key : `${path}.${key}`),
    );
  }
  const own: Row = [`\`${path}\``, typeLabel(schema), standard(schema), String(keyword(schema, 'description') ?? '')];
  if (Type.IsRecord(schema)) {
    return [own, ...Object.values(schema.patternProperties).flatMap((part) => innerRows(part, `${path}.<code>`))];
  }
  if (Type.IsArray(schema)) return [own, ...innerRows(schema.items, `${path}[]`)];
  return [own];
}

/** Settings that differ in name only stand in one row: `{p1,p2}`. */
function alike(properties: TProperties): Map<string, TSchema> {
  const groups = new Map<string, { readonly keys: string[]; readonly part: TSchema }>();
  for (const [key, part] of Object.entries(properties)) {
    const text = JSON.stringify([part, Type.IsOptional(part)]);
    const group = groups.get(text);
    if (group) group.keys.push(key);
    else groups.set(text, { keys: [key], part });
  }
  return new Map(
    [...groups.values()].map(({ keys, part }) => [keys.length > 1 ? `{${keys.join(',')}}` : keys[0]!, part]),
  );
}

/** Values of lists and maps have rows of their own only when they are groups. */
function innerRows(schema: TSchema, path: string): Row[] {
  return Type.IsObject(schema) ? settingRows(schema, path) : [];
}

function standard(schema: TSchema): string {
  if (Type.IsOptional(schema)) return '';
  const value = keyword(schema, 'default');
  return value === undefined ? 'must be stated' : `\`${JSON.stringify(value)}\``;
}

function escape(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
