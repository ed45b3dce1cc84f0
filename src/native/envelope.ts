/**
 * The typed door to the envelope: the addon reads where it can, JavaScript where it cannot, and both say the same
 * of every body (decisions, 'Envelope and tree agree').
 */

import { nativeFault, readNativeEnvelope } from './addon.ts';
import { readImpNames, readJsonEnvelope, readProfileResponses } from './json-envelope.ts';
import type { ReadEnvelope } from './shape.ts';

export { profilesRead } from './shape.ts';
export type { Envelope, ImpNames, Leaf, PublisherEnvelope, ReadEnvelope } from './shape.ts';
export { nativeFault, readImpNames, readProfileResponses };

/**
 * Reads the envelope of a request or stored request, bytes of any content; `namespace` is the configured extension
 * word. Safe in every thread; keeps nothing of `bytes`.
 */
export function readEnvelope(bytes: Uint8Array, namespace: string): ReadEnvelope {
  const envelope = readNativeEnvelope(bytes, namespace);
  return envelope === undefined ? readJsonEnvelope(bytes, namespace) : { ok: true, envelope };
}
