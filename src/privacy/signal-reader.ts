/** Caches decoded privacy strings: each distinct string is decoded once per thread (issue 4, item 3). */
import { LRUCache } from 'lru-cache';
import { ownText } from '../openrtb/own-text.ts';
import { readGpp, type GppSections } from './gpp.ts';
import { readTcString, type TcString } from './tc-string.ts';

/** The most characters of strings that one thread caches; a decoded string takes some four bytes for each. */
const maxCharacters = 4 * 1024 * 1024;

/** Cached for a string that cannot be decoded. */
const undecodable = Symbol('undecodable');

/** One thread's bounded cache of decoded strings. Results depend on the strings only. */
export class SignalReader {
  readonly #consents = new LRUCache<string, TcString | typeof undecodable>(bounds);
  readonly #gpps = new LRUCache<string, GppSections | typeof undecodable>(bounds);

  /** As `readTcString`. */
  consent(text: string): TcString | undefined {
    return remembered(this.#consents, text, readTcString);
  }

  /** As `readGpp`. */
  gpp(text: string): GppSections | undefined {
    return remembered(this.#gpps, text, readGpp);
  }
}

const bounds = {
  maxSize: maxCharacters,
  maxEntrySize: maxCharacters / 64,
  sizeCalculation: (_value: object | symbol, text: string) => text.length + 64,
};

function remembered<T extends object>(
  cache: LRUCache<string, T | typeof undecodable>,
  text: string,
  read: (text: string) => T | undefined,
): T | undefined {
  let known = cache.get(text);
  if (known === undefined) {
    const ownedText = ownText(text);
    cache.set(ownedText, (known = read(ownedText) ?? undecodable));
  }
  return known === undecodable ? undefined : known;
}
