/**
 * Reads the envelope with JSON.parse: the reference for the addon, and its fallback. Decides for every leaf whether it is absent, hidden or
 * a value (RFC 7396; see shape.ts).
 */

import { parseObject } from './json-text.ts';
import {
  profilesRead,
  type Envelope,
  type ImpNames,
  type Leaf,
  type PublisherEnvelope,
  type ReadEnvelope,
} from './shape.ts';

/** Reads the envelope of a request from bytes of any content. */
export function readJsonEnvelope(bytes: Uint8Array, namespace: string): ReadEnvelope {
  const parsed = parseObject(bytes, 'the body');
  return parsed.ok ? { ok: true, envelope: envelopeOf(parsed.root, namespace) } : parsed;
}

/** The stored responses and profiles that a stored imp names, from bytes of any content; none when it is not a JSON object. */
export function readImpNames(bytes: Uint8Array, namespace: string): ImpNames {
  const parsed = parseObject(bytes, 'the stored imp');
  return namesIn(parsed.ok ? parsed.root : undefined, namespace);
}

/** The stored responses that a stored profile names, from bytes of any content; none when it is not a JSON object. */
export function readProfileResponses(bytes: Uint8Array, namespace: string): readonly string[] {
  const parsed = parseObject(bytes, 'the stored profile');
  return namesIn(parsed.ok ? member(parsed.root, 'body') : undefined, namespace).storedResponses;
}

function namesIn(imp: unknown, namespace: string): ImpNames {
  const responses = new Set<string>();
  addResponses(responses, imp, namespace);
  return { storedResponses: [...responses], impProfiles: profilesOf(extension(imp, namespace), 'profiles') ?? [] };
}

function envelopeOf(root: object, namespace: string): Envelope {
  const imps = member(root, 'imp');
  const svc = extension(root, namespace);
  const responses = new Set<string>();
  addResponse(responses, member(svc, 'storedauctionresponse'));
  const impProfiles = new Set(profilesOf(svc, 'impprofiles'));
  for (const imp of Array.isArray(imps) ? (imps as unknown[]) : []) {
    addResponses(responses, imp, namespace);
    profilesOf(extension(imp, namespace), 'profiles')?.forEach((name) => impProfiles.add(name));
  }
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
    profiles: profilesOf(svc, 'profiles'),
    impProfiles: [...impProfiles],
  };
}

function profilesOf(svc: unknown, key: string): Leaf<string[]> {
  const list = member(svc, key);
  if (!Array.isArray(list)) return hiddenOrAbsent(list);
  return list.slice(0, profilesRead).filter((name) => typeof name === 'string');
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

/** A member of a value in the tree: undefined = absent, null = hidden or JSON's null. */
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
