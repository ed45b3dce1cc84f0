/** Bid stores for several tests. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { Test } from 'tap';
import type { CachePut } from '../../src/cache/bid-cache.ts';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { testFolder } from '../support/folder.ts';
import { listening } from '../support/listening.ts';

/** An embedded store with room for all values of a test; the caller closes it. */
export function embedded(t: Test): EmbeddedCache {
  return new EmbeddedCache({ path: testFolder(t), maxBytes: 16_777_216 });
}

/** A put of `text`, by default JSON for a minute under a random id. */
export function putOf(text: string, rest: Partial<CachePut> = {}): CachePut {
  return { id: randomUUID(), type: 'json', ttlSeconds: 60, value: Buffer.from(text), ...rest };
}

/** The address of a server that accepts and never answers. */
export async function silentServer(t: Test): Promise<string> {
  return `http://127.0.0.1:${await listening(t, createServer())}/cache`;
}
