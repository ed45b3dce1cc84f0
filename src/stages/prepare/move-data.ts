/** Decides where an object at `site.data`, `app.data` or `user.data` belongs: at `ext.data`, which older pages mean by it (implementation B 8, 'Type repair'). */
import { isObject, mergePatch, own, type JsonObject } from '../../openrtb/merge-patch.ts';

/** Parsed JSON with such objects moved, over what stands at `ext.data`; the same where there are none. One warning for each. */
export function moveData(request: unknown): { readonly request: unknown; readonly warnings: readonly string[] } {
  if (!isObject(request)) return { request, warnings: [] };
  const moved = (['site', 'app', 'user'] as const).flatMap((name) => {
    const owner = own(request, name);
    const data = isObject(owner) ? own(owner, 'data') : undefined;
    return isObject(owner) && isObject(data) ? [{ name, owner: withDataMoved(owner, data) }] : [];
  });
  if (moved.length === 0) return { request, warnings: [] };
  return {
    request: { ...request, ...Object.fromEntries(moved.map(({ name, owner }) => [name, owner])) },
    warnings: moved.map(({ name }) => `${name}.data must be an array, not an object: read as ${name}.ext.data`),
  };
}

function withDataMoved(owner: JsonObject, data: JsonObject): JsonObject {
  const { data: _moved, ...rest } = owner;
  const ext = own(owner, 'ext');
  const known = isObject(ext) ? ext : {};
  return { ...rest, ext: { ...known, data: mergePatch(own(known, 'data'), data) } };
}
