/** Reads a whole text of the host, from a file or a URL, within limits of size and time: neither can fill the memory or hang. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Agent, fetch, type Response } from 'undici';
import { gatherBytes, TooLong } from '../gather-bytes.ts';
import { checkIdentity } from '../server-identity.ts';
import { serverLookup } from '../server-lookup.ts';

const mebibyte = 1024 * 1024;

/** The text of the file `path`. Rejects with an Error that ends a sentence begun by the setting's name. */
export async function readFileText(path: string, maxBytes: number): Promise<string> {
  try {
    return (await readFileBytes(path, maxBytes)).toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === undefined ? message : `cannot be read (${code}): name a readable file`, { cause: error });
  }
}

/** The bytes of the file `path`. Rejects with the system's error, or with an Error that ends a sentence begun by the file's name. */
export async function readFileBytes(path: string, maxBytes: number): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe waits for its other end and blocks one of the few file threads for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    await checkFile(file, maxBytes);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function checkFile(file: FileHandle, maxBytes: number): Promise<void> {
  const found = await file.stat();
  // A folder passes: reading it fails with a clear error.
  if (!found.isFile() && !found.isDirectory()) throw new Error('is not a regular file: replace it');
  if (found.size > maxBytes) throw new TooLong(tooLong(maxBytes));
}

// Node's own fetch crashes the process when a server closes the connection after a compressed text (nodejs/undici, 5360).
const dispatcher = new Agent({
  allowH2: false,
  connect: { checkServerIdentity: checkIdentity, lookup: serverLookup },
});

/** The server did not answer, or not completely. */
export class Unanswered extends Error {}

/** Limits of a fetch. `redirect: 'manual'`: redirects are not followed. */
export interface FetchLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly redirect?: 'manual';
}

/**
 * The text that `url` answers with status 200 within `timeoutMs`. Rejects with an Error that ends a sentence begun by the setting's name;
 * with an `Unanswered` when no complete answer came.
 */
export async function fetchText(url: string, limits: FetchLimits): Promise<string> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const { redirect = 'follow' } = limits;
    response = await fetch(url, { dispatcher, signal, redirect, headers: { accept: 'application/json' } });
    if (response.ok && response.body !== null)
      return (await gatherBytes(response.body, limits.maxBytes, tooLong(limits.maxBytes))).toString();
  } catch (error) {
    const isAnswered = error instanceof TooLong;
    throw new (isAnswered ? Error : Unanswered)(fetchFault(error, limits.timeoutMs), { cause: error });
  }
  await response.body?.cancel();
  throw new Error(`returned status ${response.status}: it must answer 200 with the text`);
}

function fetchFault(error: unknown, timeoutMs: number): string {
  if (error instanceof TooLong) return error.message;
  const { name, cause } = error as { name?: string; cause?: { code?: unknown; message?: unknown } };
  if (name === 'TimeoutError') return `did not answer within ${timeoutMs} ms`;
  return `cannot be fetched (${String(cause?.code ?? cause?.message ?? name ?? 'unknown')}): give an address that answers`;
}

function tooLong(maxBytes: number): string {
  const most = maxBytes % mebibyte === 0 ? `${maxBytes / mebibyte} MiB` : `${maxBytes} bytes`;
  return `is longer than ${most}: shorten it`;
}
