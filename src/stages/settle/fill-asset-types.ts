/**
 * Decides the type of a native ad's images and texts where its bidder does not state it: the type that was asked for
 * (implementation A 2.1).
 */
import { markupObject } from '../../adapter/native-markup.ts';
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import { mapShared } from '../../openrtb/with-changes.ts';

/** The assets of a native request by id. */
type AskedAssets = ReadonlyMap<unknown, JsonObject>;

/** The parts of an asset that have a type. */
const typedParts = ['img', 'data'] as const;

/** Reads `request`, a native request as JSON text; no assets if it is not one. */
export function readAssets(request: string): AskedAssets {
  const root = markupObject(request);
  const wrapped = own(root, 'native');
  const assets = own(isObject(wrapped) && own(root, 'assets') === undefined ? wrapped : root, 'assets');
  return new Map((Array.isArray(assets) ? assets : []).filter(isObject).map((asset) => [own(asset, 'id'), asset]));
}

/** The markup with missing types filled in; the same text where nothing is added, or where it is no native markup. */
export function fillAssetTypes(adm: string, asked: AskedAssets): string {
  const markup = markupObject(adm);
  const assets = own(markup, 'assets');
  if (!Array.isArray(assets)) return adm;
  const typed = mapShared<unknown>(assets, (asset) => (isObject(asset) ? withType(asset, asked) : asset));
  return typed === assets ? adm : JSON.stringify({ ...markup, assets: typed });
}

function withType(asset: JsonObject, asked: AskedAssets): JsonObject {
  const wanted = asked.get(own(asset, 'id'));
  for (const name of typedParts) {
    const part = own(asset, name);
    const other = own(wanted, name);
    const type = isObject(other) ? own(other, 'type') : undefined;
    if (isObject(part) && !own(part, 'type') && type) return { ...asset, [name]: { ...part, type } };
  }
  return asset;
}
