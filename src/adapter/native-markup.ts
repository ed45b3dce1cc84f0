/** Decides how native markup that a bidder wraps in an object of its own is taken out again. */
import { valueAt } from './json.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The text of the member `name` when `adm` is an object that holds it, every letter as it was if it is the only member; other text as it is. */
export function memberText(adm: string, name: string): string {
  const value = valueAt(parsedJson(adm), name);
  if (value === undefined) return adm;
  const inner = adm.slice(adm.indexOf(':') + 1, adm.lastIndexOf('}')).trim();
  return parsedJson(inner) === undefined ? JSON.stringify(value) : inner;
}
