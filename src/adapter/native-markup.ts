/** Decides how native markup that a bidder wraps in an object of its own is taken out again. */
import { parsed, valueAt } from './json.ts';

/** The text of the member `name` when `adm` is an object that holds it, every letter as it was if it is the only member; other text as it is. */
export function memberText(adm: string, name: string): string {
  const value = valueAt(parsed(adm), name);
  if (value === undefined) return adm;
  const inner = adm.slice(adm.indexOf(':') + 1, adm.lastIndexOf('}')).trim();
  return parsed(inner) === undefined ? JSON.stringify(value) : inner;
}
