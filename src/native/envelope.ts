/**
 * The typed door to the envelope: the addon reads where it can, JavaScript where it cannot, and both say the same
 * of every body (decisions, 'Envelope and tree agree').
 */

import { nativeFault, readNativeEnvelope } from './addon.ts';
import { readJsonEnvelope, readJsonImpEnvelope } from './json-envelope.ts';
import type { ReadEnvelope, ReadImpEnvelope } from './shape.ts';

export type { Envelope, ImpEnvelope, Leaf, PublisherEnvelope, ReadEnvelope, ReadImpEnvelope } from './shape.ts';
export { nativeFault };

/**
 * Reads the envelope of a request or stored request, bytes of any content; `namespace` is the configured extension
 * word and `what` the subject of a fault. Safe in every thread; keeps nothing of `bytes`.
 */
export function readEnvelope(bytes: Uint8Array, namespace: string, what = 'the body'): ReadEnvelope {
  const envelope = readNativeEnvelope(bytes, namespace);
  return envelope === undefined ? readJsonEnvelope(bytes, namespace, what) : { ok: true, envelope };
}

/** Reads the envelope of one stored imp's text, bytes of any content; parameters as above. */
export function readImpEnvelope(bytes: Uint8Array, namespace: string, what = 'the stored imp'): ReadImpEnvelope {
  return readJsonImpEnvelope(bytes, namespace, what);
}
