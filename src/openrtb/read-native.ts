/** Decides what the text in `imp.native.request` says, and fills in missing asset ids (spec 2.2; decisions, 'Native assets'). */
import { isDeeper, maxDepth } from './depth.ts';
import { Findings } from './findings.ts';
import type { Native } from './imp.ts';
import { isObject, own, type JsonObject } from './json-object.ts';
import { NativeRequest } from './native-request.ts';
import { validateNative } from './native-rules.ts';
import { parsedJson } from './parsed-json.ts';
import { compileTypeCheck } from './type-check.ts';
import { mapShared } from './with-changes.ts';

const checkNative = compileTypeCheck(NativeRequest);

/** More than any native ad has; a text of the longest request has room for 80,000 empty ones. */
const mostAssets = 500;

/** The faults of a native request, and its new text if an asset was given an id. */
interface NativeReading {
  readonly faults: string[];
  readonly request?: string;
}

/** Reads the native request of the imp at `path` (`imp[0]`). A missing asset id becomes the asset's index. */
export function readNative(native: Native, path: string): NativeReading {
  let requestPath = `${path}.native.request`;
  if (!native.request) return { faults: [`${requestPath} is missing: give the native request as JSON text`] };
  const root = parsed(native.request);
  if (root === undefined)
    return { faults: [`${requestPath} is not a JSON object of at most ${maxDepth} levels: correct it`] };
  // Native 1.0 and 1.1 wrap the request in an object of its name.
  const isWrapped = isObject(root['native']) && root['assets'] === undefined;
  if (isWrapped) requestPath += '.native';
  const given = isWrapped ? root['native'] : root;
  const listed = own(given as JsonObject, 'assets');
  if (Array.isArray(listed) && listed.length > mostAssets)
    return { faults: [`${requestPath}.assets has ${listed.length} assets: keep at most ${mostAssets}`] };
  const findings = new Findings();
  const typed = checkNative(given, requestPath, findings) ?? {};
  if (findings.faults.length > 0) return { faults: findings.faults };
  const assets =
    typed.assets && mapShared(typed.assets, (asset, id) => (asset.id === undefined ? { ...asset, id } : asset));
  const numbered = assets === undefined ? typed : { ...typed, assets };
  validateNative(numbered, requestPath, findings);
  const { faults } = findings;
  if (assets === typed.assets || faults.length > 0) return { faults };
  return { faults, request: JSON.stringify(isWrapped ? { ...root, native: numbered } : numbered) };
}

/** The JSON object in `text`; undefined if it is none, or too deep to be serialized again. */
function parsed(text: string): { readonly [key: string]: unknown } | undefined {
  const root = parsedJson(text);
  // Each level takes two characters.
  const mayBeDeep = text.length > 2 * maxDepth;
  return isObject(root) && !(mayBeDeep && isDeeper(root, maxDepth)) ? root : undefined;
}
