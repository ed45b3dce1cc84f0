/**
 * The envelope read with JSON.parse: the oracle of the addon, and the one that serves where it refuses or is missing.
 * Decides absent, hidden or value for every leaf (RFC 7396; see shape.ts).
 */

import { parseObject } from './json-text.ts';
import type { Envelope, Leaf, PublisherEnvelope, ReadEnvelope } from './shape.ts';

/** Reads the envelope of a request, bytes of any content. */
export function readJsonEnvelope(bytes: Uint8Array, namespace: string): ReadEnvelope {
  const parsed = parseObject(bytes, 'the body');
  return parsed.ok ? { ok: true, envelope: envelopeOf(parsed.root, namespace) } : parsed;
}

/** The stored responses that a stored imp's text names, bytes of any content: none when it is no JSON object. */
export function readImpResponses(bytes: Uint8Array, namespace: string): readonly string[] {
  const parsed = parseObject(bytes, 'the stored imp');
  const responses = new Set<string>();
  if (parsed.ok) addResponses(responses, parsed.root, namespace);
  return [...responses];
}

function envelopeOf(root: object, namespace: string): Envelope {
  const imps = member(root, 'imp');
  const responses = new Set<string>();
  addResponse(responses, member(extension(root, namespace), 'storedauctionresponse'));
  if (Array.isArray(imps)) for (const imp of imps) addResponses(responses, imp, namespace);
  const app = member(root, 'app');
  return {
    tmax: numberLeaf(member(root, 'tmax')),
    site: publisherOf(member(root, 'site'), namespace),
    app: publisherOf(app, namespace),
    dooh: publisherOf(member(root, 'dooh'), namespace),
    appId: stringLeaf(member(app, 'id')),
    storedRequest: storedRequestOf(root, namespace),
    storedImps: Array.isArray(imps) ? imps.map((imp) => storedRequestOf(imp, namespace)) : hiddenOrAbsent(imps),
    storedResponses: [...responses],
  };
}

function publisherOf(parent: unknown, namespace: string): PublisherEnvelope {
  const publisher = member(parent, 'publisher');
  return {
    id: stringLeaf(member(publisher, 'id')),
    parentAccount: stringLeaf(member(extension(publisher, namespace), 'parentAccount')),
  };
}

function storedRequestOf(parent: unknown, namespace: string): Leaf<string> {
  return stringLeaf(member(member(extension(parent, namespace), 'storedrequest'), 'id'));
}

function addResponses(responses: Set<string>, imp: unknown, namespace: string): void {
  const ext = extension(imp, namespace);
  addResponse(responses, member(ext, 'storedauctionresponse'));
  const bidResponses = member(ext, 'storedbidresponse');
  if (Array.isArray(bidResponses)) for (const response of bidResponses) addResponse(responses, response);
}

function addResponse(responses: Set<string>, response: unknown): void {
  const id = member(response, 'id');
  if (typeof id === 'string') responses.add(id);
}

function extension(parent: unknown, namespace: string): unknown {
  return member(member(parent, 'ext'), namespace);
}

/** A place in the tree, one step down: undefined = absent, null = hidden or JSON's null. */
function member(parent: unknown, key: string): unknown {
  if (parent === undefined) return undefined;
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return null;
  return Object.hasOwn(parent, key) ? (parent as Record<string, unknown>)[key] : undefined;
}

function stringLeaf(value: unknown): Leaf<string> {
  return typeof value === 'string' ? value : hiddenOrAbsent(value);
}

function numberLeaf(value: unknown): Leaf<number> {
  // -0 becomes 0.
  return typeof value === 'number' ? value + 0 : hiddenOrAbsent(value);
}

function hiddenOrAbsent(value: unknown): null | undefined {
  return value === undefined ? undefined : null;
}
