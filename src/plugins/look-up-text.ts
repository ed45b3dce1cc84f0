/** Decides how plugins' questions and the results of their look-ups cross threads: as JSON of bounded length. */
import { maxDepth } from '../openrtb/depth.ts';
import { plainCopy } from './plain-copy.ts';

/** The maximum length of either, in characters of JSON. */
const mostCharacters = 262_144;

/**
 * The JSON of `made`; undefined for what JSON cannot express, and for what it writes as null (null itself, NaN, invalid dates). Throws a
 * TypeError if `made` is too long or nests too deep, and whatever a getter throws.
 */
export function lookUpText(made: unknown): string | undefined {
  const json = JSON.stringify(plainCopy(made ?? undefined, undefined, maxDepth)) as string | undefined;
  if (json !== undefined && json.length > mostCharacters)
    throw new TypeError(`its result is longer than ${mostCharacters} characters of JSON`);
  return json === 'null' ? undefined : json;
}
