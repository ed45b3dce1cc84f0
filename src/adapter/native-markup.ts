/** Decides how bidders' native markup is read where something in it is to be changed. */
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject, type JsonObject } from '../openrtb/merge-patch.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The object that markup is, given as text or read already; undefined for what is none, or too deep to be written again. */
export function markupObject(adm: unknown): JsonObject | undefined {
  const markup = typeof adm === 'string' ? parsedJson(adm) : adm;
  return isObject(markup) && !isDeeper(markup, maxDepth) ? markup : undefined;
}

/** The text of the member `name` when `adm` is an object that holds it, every letter as it was if it is the only member; other text as it is. */
export function memberText(adm: string, name: string): string {
  const value = markupObject(adm)?.[name];
  if (value === undefined) return adm;
  const inner = adm.slice(adm.indexOf(':') + 1, adm.lastIndexOf('}')).trim();
  return parsedJson(inner) === undefined ? JSON.stringify(value) : inner;
}

/** The text of native markup without the object `native` around it; undefined for text that is no native markup. */
export function bareNative(adm: string): string | undefined {
  const markup = markupObject(adm);
  if (markup === undefined || !Object.hasOwn(markup, 'native')) return markup && adm;
  return isObject(markup['native']) ? memberText(adm, 'native') : undefined;
}
