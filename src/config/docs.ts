/** Generates the reference of the configuration from the schema, as one table. */
import { Type, type TProperties, type TSchema } from 'typebox';
import { keyword, typeLabel } from './describe.ts';
import { configSchema } from './schema.ts';

/** A Markdown table of every setting: key, type and limits, default, meaning. Ends with a newline. */
export function configReference(): string {
  const rows = settingRows(configSchema, '').map((cells) => `| ${cells.map(escape).join(' | ')} |`);
  return ['| key | type | default | meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

type Row = readonly [key: string, type: string, defaultValue: string, meaning: string];

/** The rows of a setting and of all settings below it. Groups have no row of their own; maps and lists have. */
function settingRows(schema: TSchema, path: string): Row[] {
  if (Type.IsObject(schema)) {
    return [...grouped(schema.properties)].flatMap(([key, part]) =>
      settingRows(part, path === '' ? key : `${path}.${key}`),
    );
  }
  const row: Row = [`\`${path}\``, typeLabel(schema), defaultOf(schema), String(keyword(schema, 'description') ?? '')];
  if (Type.IsRecord(schema)) {
    return [row, ...Object.values(schema.patternProperties).flatMap((part) => innerRows(part, `${path}.<code>`))];
  }
  if (Type.IsArray(schema)) return [row, ...innerRows(schema.items, `${path}[]`)];
  return [row];
}

/** Groups settings that differ only in name into one row: `{p1,p2}`. */
function grouped(properties: TProperties): Map<string, TSchema> {
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

/** The values of lists and maps have rows of their own only when they are groups. */
function innerRows(schema: TSchema, path: string): Row[] {
  return Type.IsObject(schema) ? settingRows(schema, path) : [];
}

function defaultOf(schema: TSchema): string {
  if (Type.IsOptional(schema)) return '';
  const value = keyword(schema, 'default');
  return value === undefined ? 'required' : `\`${JSON.stringify(value)}\``;
}

function escape(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
