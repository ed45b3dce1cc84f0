/**
 * The envelope read with JSON.parse: the oracle of the addon, and the one that serves where it refuses or is missing.
 * Decides absent, hidden or value for every leaf (RFC 7396; see shape.ts).
 */

import { parseObject } from './json-text.ts';
import type { Envelope, ImpEnvelope, Leaf, PublisherEnvelope, ReadEnvelope, ReadImpEnvelope } from './shape.ts';

/** Reads the envelope of a request, bytes of any content. */
export function readJsonEnvelope(bytes: Uint8Array, namespace: string): ReadEnvelope {
  const parsed = parseObject(bytes, 'the body');
  return parsed.ok ? { ok: true, envelope: envelopeOf(parsed.root, namespace) } : parsed;
}

/** Reads the envelope of one stored imp's text, bytes of any content. */
export function readImpEnvelope(bytes: Uint8Array, namespace: string): ReadImpEnvelope {
  const parsed = parseObject(bytes, 'the stored imp');
  if (!parsed.ok) return parsed;
  const responses = new Set<string>();
  addResponses(responses, parsed.root, namespace);
  return { ok: true, imp: impOf(parsed.root, namespace), storedResponses: [...responses] };
}

function envelopeOf(root: object, namespace: string): Envelope {
  const imps = member(root, 'imp');
  const responses = new Set<string>();
  if (Array.isArray(imps)) for (const imp of imps) addResponses(responses, imp, namespace);
  const app = member(root, 'app');
  return {
    id: stringLeaf(member(root, 'id')),
    tmax: numberLeaf(member(root, 'tmax')),
    test: numberLeaf(member(root, 'test')),
    cur: stringLeaf(firstOf(member(root, 'cur'))),
    site: publisherOf(member(root, 'site'), namespace),
    app: publisherOf(app, namespace),
    dooh: publisherOf(member(root, 'dooh'), namespace),
    appId: stringLeaf(member(app, 'id')),
    storedRequest: storedRequestOf(root, namespace),
    imps: Array.isArray(imps) ? imps.map((imp) => impOf(imp, namespace)) : hiddenOrAbsent(imps),
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

function impOf(imp: unknown, namespace: string): ImpEnvelope {
  return { id: stringLeaf(member(imp, 'id')), storedRequest: storedRequestOf(imp, namespace) };
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

function firstOf(list: unknown): unknown {
  if (!Array.isArray(list)) return hiddenOrAbsent(list);
  return list.length === 0 ? null : list[0];
}

function stringLeaf(value: unknown): Leaf<string> {
  return typeof value === 'string' ? value : hiddenOrAbsent(value);
}

function numberLeaf(value: unknown): Leaf<number> {
  return typeof value === 'number' ? value : hiddenOrAbsent(value);
}

function hiddenOrAbsent(value: unknown): null | undefined {
  return value === undefined ? undefined : null;
}
