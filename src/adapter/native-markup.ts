/** Reads bidders' native markup where part of it has to be changed. */
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** Native markup, given as text or parsed, as an object; undefined if it is none, or nests too deep to serialize. */
export function markupObject(adm: unknown): JsonObject | undefined {
  const markup = typeof adm === 'string' ? parsedJson(adm) : adm;
  return isObject(markup) && !isDeeper(markup, maxDepth) ? markup : undefined;
}

/** The JSON text of the member `native` of the object in `adm`, verbatim if it is the only member. Any other `adm` stays as it is. */
export function nativeText(adm: string): string {
  const value = markupObject(adm)?.['native'];
  if (value === undefined) return adm;
  const inner = adm.slice(adm.indexOf(':') + 1, adm.lastIndexOf('}')).trim();
  return parsedJson(inner) === undefined ? JSON.stringify(value) : inner;
}

/** The text of native markup without a wrapping object `native`; undefined for text that is no native markup. */
export function bareNative(adm: string): string | undefined {
  const markup = markupObject(adm);
  if (markup === undefined || !Object.hasOwn(markup, 'native')) return markup && adm;
  return isObject(markup['native']) ? nativeText(adm) : undefined;
}
