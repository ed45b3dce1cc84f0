/** Decides how a capture stores a body (capture-record): decoded, and without user data unless that is kept. */
import { isUtf8 } from 'node:buffer';
import { isDeeper } from '../openrtb/depth.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import type { CaptureSetup } from './capture-message.ts';
import type { CapturedBody } from './capture-record.ts';
import { redactJson, type Known } from './capture-redact.ts';

/** How lines are written; `write` returns the JSON of one, without this host's secrets. */
export interface LineRules extends Pick<CaptureSetup, 'keepUserIds' | 'maxReplyBytes' | 'hostCookie' | 'cookies'> {
  readonly write: (line: object) => string;
}

/** The rules of one line. */
export interface BoundedRules extends LineRules, Known {
  /** Counts a body of this many bytes against the limit. Throws an Error when it is exceeded. */
  readonly take: (bytes: number) => void;
}

/** JSON that nests deeper is stored as text, or left out when user data must be removed. */
export const maxCapturedDepth = 256;

/** A body: as JSON when that loses nothing, or when user data must be removed; else as text; else as base64. */
export function bodyOf(bytes: Uint8Array, rules: BoundedRules): CapturedBody {
  if (bytes.byteLength === 0) return {};
  const { keepUserIds, hide } = rules;
  rules.take(bytes.byteLength);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Bidders write ids into bodies of other encodings, too.
  if (!isUtf8(buffer)) return { bodyBase64: Buffer.from(hide(buffer.toString('latin1')), 'latin1').toString('base64') };
  const text = buffer.toString();
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null) return { body: hide(text) };
  if (isDeeper(value, maxCapturedDepth)) return keepUserIds ? { body: text } : {};
  if (!keepUserIds) return { body: redactJson(value, rules) as object };
  return { body: JSON.stringify(value) === text ? value : text };
}

/** A redacted request, also without ids in places that no name marks, such as in a page URL. */
export function hiddenIn(request: object, known: Known): object | string {
  return exactly(redactJson(request, known) as object);
}

/**
 * The JSON value, as text if it has numbers out of range. These would be written as null, so on replay a request that was refused would be
 * served, or a bid refused for another reason.
 */
export function exactly(json: object): object | string {
  return hasInfinite(json) ? JSON.stringify(json, (_, member: unknown) => spelled(member)) : json;
}

function hasInfinite(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === Infinity || value === -Infinity;
  return Object.values(value).some(hasInfinite);
}

function spelled(value: unknown): unknown {
  if (value !== Infinity && value !== -Infinity) return value;
  return JSON.rawJSON(value > 0 ? '1e999' : '-1e999');
}
