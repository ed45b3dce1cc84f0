/** Remembers the objects of texts that many messages bring: stored requests, stored imps, accounts (bench/README, 'Choices'). */
import { LRUCache } from 'lru-cache';
import { isDeeper, maxDepth } from '../src/openrtb/depth.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import { isObject, type JsonObject } from '../src/openrtb/merge-patch.ts';
import { parsedJson } from '../src/openrtb/parsed-json.ts';

/** Characters of texts that one thread remembers; their objects take some six bytes for each. */
const maxCharacters = 4 * 1024 * 1024;
/** A longer text is not worth the many others that it would push out. */
const maxText = maxCharacters / 64;
/** What a text takes beside its characters. */
const entryCharacters = 64;
/** Where more texts are in use than there is room for, so many go before one of them pushes others out: to remember costs more than to read. */
const passed = 8;

/** One thread's memory of parsed texts. What it answers depends on the text only. */
export class KnownObjects {
  readonly #known = new LRUCache<string, JsonObject>({
    maxSize: maxCharacters,
    sizeCalculation: (_object, { length }) => length + entryCharacters,
  });
  #unknown = 0;

  /** The object of a JSON text, never to be changed; undefined for anything but an object of at most `maxDepth` levels. */
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
