/**
 * Decides where an object at `site.data`, `app.data` or `user.data` belongs, in the request and in its `bidderconfig`: at `ext.data`, which
 * is what older pages mean (implementation B 8, 'Type repair').
 */
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { nodeAt } from '../../openrtb/node-at.ts';

/** JSON with such objects moved, and one warning for each; the same value where there are none. */
interface Moved {
  readonly request: unknown;
  readonly warnings: readonly string[];
}

/** Parsed JSON with such objects merged over those at `ext.data`. */
export function moveData(request: unknown, namespace: string): Moved {
  const { request: moved, warnings } = moveIn(request, '');
  const configs = within(moved, ['ext', namespace, 'bidderconfig'], (given, path) => {
    if (!Array.isArray(given)) return moveInConfig(given, path);
    const entries = given.map((entry, at) => moveInConfig(entry, `${path}[${at}]`));
    return { request: entries.map((entry) => entry.request), warnings: entries.flatMap((entry) => entry.warnings) };
  });
  return { request: configs.request, warnings: [...warnings, ...configs.warnings] };
}

function moveInConfig(entry: unknown, path: string): Moved {
  return within(entry, ['config', 'ortb2'], (ortb2, place) => moveIn(ortb2, `${path}.${place}.`));
}

/** `owner` with the value at the path of `keys` changed by `move`, which gets that path; the same where it warns of nothing. */
function within(owner: unknown, keys: readonly string[], move: (value: unknown, path: string) => Moved): Moved {
  const { request, warnings } = move(nodeAt(owner, keys), keys.join('.'));
  return warnings.length === 0 ? { request: owner, warnings } : { request: withValue(owner, keys, request), warnings };
}

function withValue(owner: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const given = owner as JsonObject;
  return { ...given, [key]: withValue(given[key], rest, value) };
}

function moveIn(owner: unknown, path: string): Moved {
  if (!isObject(owner)) return { request: owner, warnings: [] };
  const moved = (['site', 'app', 'user'] as const).flatMap((name) => {
    const part = own(owner, name);
    if (!isObject(part)) return [];
    const data = own(part, 'data');
    // The type check reports a value there that is no object.
    const ext = own(part, 'ext') ?? {};
    const isFit = isObject(data) && isObject(ext) && isObject(own(ext, 'data') ?? {});
    return isFit ? [{ name, part: withDataMoved(part, ext, data) }] : [];
  });
  if (moved.length === 0) return { request: owner, warnings: [] };
  return {
    request: { ...owner, ...Object.fromEntries(moved.map(({ name, part }) => [name, part])) },
    warnings: moved.map(({ name }) => `${path}${name}.data is an object: read as ${path}${name}.ext.data`),
  };
}

function withDataMoved(part: JsonObject, ext: JsonObject, data: JsonObject): JsonObject {
  const { data: _moved, ...rest } = part;
  return { ...rest, ext: { ...ext, data: mergePatch(own(ext, 'data'), data) } };
}
