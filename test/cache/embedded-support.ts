/** Embedded stores for tests, and processes that write into one. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import type { CachePut } from '../../src/cache/bid-cache.ts';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { ended, ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';

/** In bytes. */
export const mebibyte = 1_048_576;

/** A put of `bytes` bytes. */
export function put(bytes: number, ttlSeconds = 60): CachePut {
  return { id: randomUUID(), type: 'json', ttlSeconds, value: Buffer.alloc(bytes, 'x') };
}

/** A store, by default of a mebibyte in a new folder; it is closed when the test ends. */
export function open(t: Test, options: { path?: string; maxBytes?: number; nowMs?: () => number } = {}): EmbeddedCache {
  const cache = new EmbeddedCache({ path: options.path ?? testFolder(t), maxBytes: mebibyte, ...options });
  t.teardown(() => cache.close());
  return cache;
}

/** The bytes of the one store in `path`. */
export function fileBytes(path: string): number {
  const [name, ...more] = readdirSync(path);
  if (name === undefined || more.length > 0) throw new Error('expected one store');
  return statSync(join(path, name, 'data.mdb')).size;
}

/** The number of `ids` that the store has; '' stands for a put that failed. */
export async function count(cache: EmbeddedCache, ids: readonly string[]): Promise<number> {
  const found = await Promise.all(ids.map((id) => (id === '' ? undefined : cache.get(id))));
  return found.filter((one) => one !== undefined).length;
}

/** Starts writers and kills each once its lines are enough; resolves with the ids that they kept. */
export async function runWriters(
  t: Test,
  commands: readonly (readonly string[])[],
  isEnough: (lines: unknown[]) => boolean,
): Promise<string[]> {
  const kept = await Promise.all(
    commands.map(async ([command, ...args]) => {
      const child = ofTest(t, spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const lines: unknown[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(JSON.parse(line));
        if (isEnough(lines)) break;
      }
      await ended(child);
      t.equal(child.signalCode, 'SIGKILL', `it does not end by itself: ${child.exitCode} ${said.slice(-1000)}`);
      return lines.flat().filter((id) => id !== '' && id !== 'done') as string[];
    }),
  );
  return kept.flat();
}

/** The script of a process that fills a store. */
export const writer = join(import.meta.dirname, 'embedded-writer.ts');

/**
 * Shell commands that limit the size of files to `kibibytes`, which looks like a full disk and needs no rights. They unset NODE_OPTIONS,
 * as hooks of tap would end the process by the signal that the limit sends.
 */
export const small = (kibibytes: number): string => `unset NODE_OPTIONS; ulimit -f ${kibibytes};`;
