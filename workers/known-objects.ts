/** Caches the objects of JSON texts that many messages contain: stored requests, stored imps, accounts (bench/README, 'Choices'). */
import { LRUCache } from 'lru-cache';
import { isDeeper, maxDepth } from '../src/openrtb/depth.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import { isObject, type JsonObject } from '../src/openrtb/json-object.ts';
import { parsedJson } from '../src/openrtb/parsed-json.ts';

/** The most characters of texts that one thread caches; their objects take some six bytes per character. */
const maxCharacters = 4 * 1024 * 1024;
/** A longer text is not worth the many others that it would evict. */
const maxText = maxCharacters / 64;
/** The overhead of an entry, in characters. */
const entryCharacters = 64;
/** When more texts are in use than fit, only one in so many uncached texts may evict others: caching costs more than parsing. */
const passed = 8;

/** One thread's cache of parsed texts. Its results depend on the text only. */
export class KnownObjects {
  readonly #known = new LRUCache<string, JsonObject>({
    maxSize: maxCharacters,
    sizeCalculation: (_object, { length }) => length + entryCharacters,
  });
  #unknown = 0;

  /** The object of a JSON text, which must not be changed; undefined for anything but an object of at most `maxDepth` levels. */
  of(text: string): JsonObject | undefined {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const read = parsedJson(text);
    if (!isObject(read) || isDeeper(read, maxDepth)) return undefined;
    if (this.#takes(text)) this.#known.set(text, freezeDeep(read));
    return read;
  }

  #takes({ length }: string): boolean {
    if (length > maxText) return false;
    const hasRoom = this.#known.calculatedSize + length + entryCharacters <= maxCharacters;
    return hasRoom || this.#unknown++ % passed === 0;
  }
}
