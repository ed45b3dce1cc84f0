/**
 * Decides where an object at `site.data`, `app.data` or `user.data` belongs: at `ext.data`, which is what older pages mean
 * (implementation B 8, 'Type repair').
 */
import { isObject, mergePatch, own, type JsonObject } from '../../openrtb/merge-patch.ts';

/** Parsed JSON with such objects merged over those at `ext.data`, and one warning for each; the same value where there are none. */
export function moveData(request: unknown): { readonly request: unknown; readonly warnings: readonly string[] } {
  if (!isObject(request)) return { request, warnings: [] };
  const moved = (['site', 'app', 'user'] as const).flatMap((name) => {
    const owner = own(request, name);
    if (!isObject(owner)) return [];
    const data = own(owner, 'data');
    // The type check reports a value there that is no object.
    const ext = own(owner, 'ext') ?? {};
    const isFit = isObject(data) && isObject(ext) && isObject(own(ext, 'data') ?? {});
    return isFit ? [{ name, owner: withDataMoved(owner, ext, data) }] : [];
  });
  if (moved.length === 0) return { request, warnings: [] };
  return {
    request: { ...request, ...Object.fromEntries(moved.map(({ name, owner }) => [name, owner])) },
    warnings: moved.map(({ name }) => `${name}.data is an object: read as ${name}.ext.data`),
  };
}

function withDataMoved(owner: JsonObject, ext: JsonObject, data: JsonObject): JsonObject {
  const { data: _moved, ...rest } = owner;
  return { ...rest, ext: { ...ext, data: mergePatch(own(ext, 'data'), data) } };
}
