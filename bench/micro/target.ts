/**
 * Loads the modules to time from one checkout, this one or another, by path, so that both run under the same timing code.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type HopsModule = typeof import('../../workers/hops.ts');
type LoadModule = typeof import('../../src/config/load.ts');
type BiddersModule = typeof import('../../src/load-bidders.ts');
type HopBytesModule = typeof import('../../src/auction/hop-bytes.ts');
type NativeModule = typeof import('../../src/native/addon.ts');
type JsonModule = typeof import('../../src/native/json-envelope.ts');

/** A checkout's modules that are timed or needed for timing. */
export interface Target {
  readonly root: string;
  readonly loadConfig: LoadModule['loadConfig'];
  readonly loadBidders: BiddersModule['loadBidders'];
  readonly callsToSend: HopBytesModule['callsToSend'];
  readonly settleMessage: HopBytesModule['settleMessage'];
  readonly readNativeEnvelope: NativeModule['readNativeEnvelope'];
  readonly readJsonEnvelope: JsonModule['readJsonEnvelope'];
  /** The composition of the hops; `mark` is added to its URL (see traced.ts). */
  importHops(mark?: string): Promise<HopsModule>;
}

/** Imports a module of the checkout at `root`; `path` with its mark, if any. */
async function importFrom<T>(root: string, path: string, mark = ''): Promise<T> {
  return (await import(pathToFileURL(join(root, path)).href + mark)) as T;
}

/** Loads the checkout at `root`; rejects if it lacks a module. */
export async function loadTarget(root: string): Promise<Target> {
  const { loadConfig } = await importFrom<LoadModule>(root, 'src/config/load.ts');
  const { loadBidders } = await importFrom<BiddersModule>(root, 'src/load-bidders.ts');
  const { callsToSend, settleMessage } = await importFrom<HopBytesModule>(root, 'src/auction/hop-bytes.ts');
  const { readNativeEnvelope } = await importFrom<NativeModule>(root, 'src/native/addon.ts');
  const { readJsonEnvelope } = await importFrom<JsonModule>(root, 'src/native/json-envelope.ts');
  return {
    root,
    loadConfig,
    loadBidders,
    callsToSend,
    settleMessage,
    readNativeEnvelope,
    readJsonEnvelope,
    importHops: (mark) => importFrom<HopsModule>(root, 'workers/hops.ts', mark),
  };
}
