/** Stores of cached bids as several tests need them. */
import { createServer } from 'node:net';
import type { Test } from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { testFolder } from '../support/folder.ts';
import { listening } from '../support/listening.ts';

/** An embedded store with room for all that a test keeps; who opens it closes it. */
export function embedded(t: Test): EmbeddedCache {
  return new EmbeddedCache({ path: testFolder(t), maxBytes: 16_777_216 });
}

/** The address of a server that accepts and never answers. */
export async function silentServer(t: Test): Promise<string> {
  return `http://127.0.0.1:${await listening(t, createServer())}/cache`;
}
