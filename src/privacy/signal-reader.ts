/** Remembers decoded privacy strings: reading one costs once per distinct string and thread (issue 4, item 3). */
import { LRUCache } from 'lru-cache';
import { ownText } from '../openrtb/own-text.ts';
import { readGpp, type GppSections } from './gpp.ts';
import { readTcString, type TcString } from './tc-string.ts';

/** Characters of strings that one thread remembers; a decoded string takes some four bytes for each. */
const maxCharacters = 4 * 1024 * 1024;

/** What a string without meaning is remembered as. */
const nothing = Symbol('nothing');

/** One thread's memory of decoded strings, bounded in size. What it answers depends on the string only. */
export class SignalReader {
  readonly #consents = new LRUCache<string, TcString | typeof nothing>(bounds);
  readonly #gpps = new LRUCache<string, GppSections | typeof nothing>(bounds);

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
  cache: LRUCache<string, T | typeof nothing>,
  text: string,
  read: (text: string) => T | undefined,
): T | undefined {
  let known = cache.get(text);
  if (known === undefined) {
    const own = ownText(text);
    cache.set(own, (known = read(own) ?? nothing));
  }
  return known === nothing ? undefined : (known as T);
}
