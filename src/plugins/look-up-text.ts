/** Decides how questions of plugins and what their look-ups find cross threads: as JSON, of bounded length. */
import { maxDepth } from '../openrtb/depth.ts';
import { plainCopy } from './plain-copy.ts';

/** The longest of either, in characters of JSON. */
const mostCharacters = 262_144;

/** The JSON of `made`; undefined for what JSON has no word for, and for null, which NaN and dates that are none are too. Throws a TypeError for what is too long or nests too deep, and whatever a getter throws. */
export function lookUpText(made: unknown): string | undefined {
  const json = JSON.stringify(plainCopy(made ?? undefined, undefined, maxDepth)) as string | undefined;
  if (json !== undefined && json.length > mostCharacters)
    throw new TypeError(`what it made is longer than ${mostCharacters} characters of JSON`);
  return json === 'null' ? undefined : json;
}
