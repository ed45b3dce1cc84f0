/** Reads a text that all threads share once per version, so that a hop stays a function of its message alone. */
import { LRUCache } from 'lru-cache';
import type { SharedText } from '../src/auction/messages.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';

/** The most bytes of texts whose values one thread caches, where there are many texts. */
const mostBytes = 16 * 1024 * 1024;

/** As `remembered`, where each account may have its own text: the most recently used ones are cached. */
export function rememberedAll<T extends object>(
  read: (json: unknown) => T,
): (shared: SharedText | undefined) => T | undefined {
  const values = new LRUCache<string, T>({ maxSize: mostBytes });
  return (shared) => {
    if (shared === undefined) return undefined;
    const { version, bytes } = shared;
    let value = values.get(version);
    if (value === undefined) {
      value = freezeDeep(read(JSON.parse(Buffer.from(bytes).toString())));
      // A text larger than the whole cache is cached alone: reading it again would cost each auction half a second.
      values.set(version, value, { size: Math.min(bytes.byteLength, mostBytes) });
    }
    return value;
  };
}

/** `read` of a shared text's JSON, cached until another version comes; undefined for no text. */
export function remembered<T>(read: (json: unknown) => T): (shared: SharedText | null) => T | undefined {
  let version = '';
  let value: T | undefined;
  return (shared) => {
    if (shared === null) return undefined;
    if (shared.version !== version) {
      value = read(JSON.parse(Buffer.from(shared.bytes).toString()));
      version = shared.version;
    }
    return value;
  };
}
