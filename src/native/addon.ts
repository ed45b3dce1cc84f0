/** Loads the addon that build.ts made, once per thread, and reads the leaves from its page in the order in which leaves.cc writes them. */

import { createRequire } from 'node:module';
import { addonPath } from './addon-path.ts';
import type { Envelope, Leaf, PublisherEnvelope } from './shape.ts';

interface Addon {
  readonly layout: number;
  readonly page: ArrayBuffer;
  /** The concatenated string leaves, or undefined when the body is refused; the page holds their lengths and `tmax`. */
  read(bytes: Uint8Array, namespace: string): string | undefined;
}

/** The version of the order of leaves; envelope.cc has the same number. */
const layout = 4;
const absent = -1;

const loaded = load();
const addon = typeof loaded === 'string' ? undefined : loaded;
const page = addon?.page ?? new ArrayBuffer(8);
const tmaxes = new Float64Array(page, 0, 1);
const slots = new Int32Array(page, 8);

/** Why the addon is not in use, one sentence with the fix; undefined when it is. */
export const nativeFault: string | undefined = typeof loaded === 'string' ? loaded : undefined;

/** The envelope of a body of any content; undefined when JavaScript must read it, because the addon refused it or is missing. */
export function readNativeEnvelope(bytes: Uint8Array, namespace: string): Envelope | undefined {
  // A lone surrogate has no encoding in UTF-8, in which the addon compares names.
  if (addon === undefined || !namespace.isWellFormed()) return undefined;
  const text = addon.read(bytes, namespace);
  return text === undefined ? undefined : new Leaves(text).envelope();
}

function load(): Addon | string {
  const fix = 'run `node src/native/build.ts`';
  try {
    const found: Addon = createRequire(import.meta.url)(addonPath);
    return found.layout === layout ? found : `the native envelope has another version: ${fix}`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'MODULE_NOT_FOUND') return `the native envelope is not built: ${fix}`;
    return `the native envelope does not load (${error instanceof Error ? error.message : String(error)}): ${fix}`;
  }
}

/** Reads the leaves in order, from the page and its text. */
class Leaves {
  private readonly text: string;
  private at = 0;
  private slot = 0;

  constructor(text: string) {
    this.text = text;
  }

  envelope(): Envelope {
    const tmax = this.tmax();
    const site = this.publisher();
    const app = this.publisher();
    const dooh = this.publisher();
    const appId = this.string();
    const storedRequest = this.string();
    const responses = new Unique();
    responses.add(this.string());
    const profiles = this.profiles();
    const impProfileSet = new Unique();
    this.profiles()?.forEach((name) => impProfileSet.add(name));
    const storedImps = this.storedImps(responses, impProfileSet);
    const { list: storedResponses } = responses;
    const { list: impProfiles } = impProfileSet;
    return { tmax, site, app, dooh, appId, storedRequest, storedImps, storedResponses, profiles, impProfiles };
  }

  private next(): number {
    return slots[this.slot++] ?? absent;
  }

  private string(): Leaf<string> {
    const length = this.next();
    if (length < 0) return length === absent ? undefined : null;
    const start = this.at;
    this.at = start + length;
    return this.text.slice(start, this.at);
  }

  private tmax(): Leaf<number> {
    const state = this.next();
    if (state < 0) return state === absent ? undefined : null;
    // -0 becomes 0.
    return tmaxes[0]! + 0;
  }

  private publisher(): PublisherEnvelope {
    return { id: this.string(), parentAccount: this.string() };
  }

  private profiles(): Leaf<string[]> {
    const count = this.next();
    if (count < 0) return count === absent ? undefined : null;
    const names: string[] = [];
    for (let left = count; left > 0; left--) {
      const name = this.string();
      if (typeof name === 'string') names.push(name);
    }
    return names;
  }

  private storedImps(responses: Unique, profiles: Unique): Leaf<Leaf<string>[]> {
    const count = this.next();
    if (count < 0) return count === absent ? undefined : null;
    const imps: Leaf<string>[] = [];
    for (let i = 0; i < count; i++) {
      imps.push(this.string());
      for (let left = this.next(); left > 0; left--) responses.add(this.string());
      for (let left = this.next(); left > 0; left--) profiles.add(this.string());
    }
    return imps;
  }
}

/** A list of strings without duplicates. */
class Unique {
  readonly list: string[] = [];
  private known: Set<string> | undefined;

  add(leaf: Leaf<string>): void {
    if (typeof leaf !== 'string') return;
    this.known ??= new Set();
    if (!this.known.has(leaf)) this.list.push(leaf);
    this.known.add(leaf);
  }
}
