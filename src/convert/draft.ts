/** Collects the Gavel settings of a conversion. Each is checked by the schema when it is put. */
import { isDeepStrictEqual } from 'node:util';
import { Type, type TSchema } from 'typebox';
import { keyword } from '../config/describe.ts';
import { readSettings, type SettingFindings } from '../config/read-settings.ts';
import { treeOf } from '../config/tree.ts';

/** A map of settings in the order in which they were put. It is a Map since its keys are foreign. */
export type DraftMap = Map<string, DraftMap | DraftValue>;

/** A value, and a comment why it is there ('' for what the old file states). */
export interface DraftValue {
  readonly value: unknown;
  readonly comment: string;
}

/** Settings under a schema (of the configuration, or of an account). */
export class Draft {
  readonly schema: TSchema;
  readonly root: DraftMap = new Map();

  constructor(schema: TSchema) {
    this.schema = schema;
  }

  /**
   * Puts `value` at `path`, and returns what the host must know about it; '' for nothing. A number is clamped to its limits; a value that
   * the schema refuses is not put.
   */
  put(path: readonly string[], value: unknown, comment = ''): string {
    const schema = schemaAt(this.schema, path);
    if (schema === undefined)
      return `belongs at ${path.join('.')}, which does not exist: report this as a bug in Gavel`;
    const fitting = clamped(schema, value);
    const fault = faultOf(schema, fitting, path);
    if (fault !== '') return fault;
    if (!this.has(path)) this.#mapAt(path.slice(0, -1)).set(path.at(-1)!, { value: fitting, comment });
    return fitting === value
      ? ''
      : `is ${String(value)}, which is out of range: ${path.join('.')} is set to ${String(fitting)}`;
  }

  /** True if something has been put at `path`. */
  has(path: readonly string[]): boolean {
    return this.at(path) !== undefined;
  }

  /** What has been put at `path`. */
  at(path: readonly string[]): DraftMap | DraftValue | undefined {
    let found: DraftMap | DraftValue | undefined = this.root;
    for (const key of path) found = found instanceof Map ? found.get(key) : undefined;
    return found;
  }

  /** Creates the map at `path`, which may stay empty (for a bidder without settings of its own). */
  open(path: readonly string[]): void {
    this.#mapAt(path);
  }

  /** Removes what has been put at `path`. */
  remove(path: readonly string[]): void {
    const parent = this.at(path.slice(0, -1));
    if (parent instanceof Map) parent.delete(path.at(-1)!);
  }

  #mapAt(path: readonly string[]): DraftMap {
    let map = this.root;
    for (const key of path) {
      let next = map.get(key);
      if (!(next instanceof Map)) map.set(key, (next = new Map()));
      map = next;
    }
    return map;
  }

  /** True if `value` is the default at `path`. */
  isDefault(path: readonly string[], value: unknown): boolean {
    const schema = schemaAt(this.schema, path);
    return schema !== undefined && !Type.IsOptional(schema) && isDeepStrictEqual(keyword(schema, 'default'), value);
  }
}

/** The schema of the setting at `path`; undefined if there is none. */
export function schemaAt(schema: TSchema, path: readonly string[]): TSchema | undefined {
  let found: TSchema | undefined = schema;
  for (const key of path) {
    if (found === undefined) return undefined;
    if (Type.IsObject(found)) found = Object.hasOwn(found.properties, key) ? found.properties[key] : undefined;
    else if (Type.IsRecord(found)) found = Object.values(found.patternProperties)[0];
    else return undefined;
  }
  return found;
}

function clamped(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'number' || !(Type.IsInteger(schema) || Type.IsNumber(schema))) return value;
  const least = keyword(schema, 'minimum');
  const most = keyword(schema, 'maximum');
  const raised = typeof least === 'number' ? Math.max(least, value) : value;
  return typeof most === 'number' ? Math.min(most, raised) : raised;
}

/** What the schema finds wrong with `value`; '' for nothing. */
function faultOf(schema: TSchema, value: unknown, path: readonly string[]): string {
  const findings: SettingFindings = { whole: '', faults: [], faulty: new Set() };
  readSettings(schema, treeOf(value), findings);
  const [first] = findings.faults;
  return first === undefined ? '' : `ignored: ${path.join('.')}${first.startsWith(' ') ? '' : '.'}${first}`;
}
