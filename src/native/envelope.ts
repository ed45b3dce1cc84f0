/**
 * The typed entry to the envelope: the addon reads it if it can, else JavaScript does. Both give the same result for every body (decisions,
 * 'Envelope and tree agree').
 */

import { nativeFault, readNativeEnvelope } from './addon.ts';
import { readImpNames, readJsonEnvelope, readProfileResponses } from './json-envelope.ts';
import type { ReadEnvelope } from './shape.ts';

export { profilesRead } from './shape.ts';
export type { Envelope, ImpNames, Leaf, PublisherEnvelope } from './shape.ts';
export { nativeFault, readImpNames, readProfileResponses };

/**
 * Reads the envelope of a request or stored request from bytes of any content; `namespace` is the configured extension word. Works in every
 * thread, and keeps no reference to `bytes`.
 */
export function readEnvelope(bytes: Uint8Array, namespace: string): ReadEnvelope {
  const envelope = readNativeEnvelope(bytes, namespace);
  return envelope === undefined ? readJsonEnvelope(bytes, namespace) : { ok: true, envelope };
}
