/** Decides how a body stands in a captured auction (capture-record): decoded, and without its user where the user must go. */
import { isUtf8 } from 'node:buffer';
import { isDeeper } from '../openrtb/depth.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import type { CaptureSetup } from './capture-message.ts';
import type { CapturedBody } from './capture-record.ts';
import { redactJson, type Known } from './capture-redact.ts';

/** How lines are written; `write` gives the JSON of one without what this host must never show. */
export interface LineRules extends Pick<CaptureSetup, 'keepUserIds' | 'maxReplyBytes' | 'hostCookie' | 'cookies'> {
  readonly write: (line: object) => string;
}

/** The rules of one line. */
export interface BoundedRules extends LineRules, Known {
  /** Makes room for a body of so many bytes. Throws an Error when there is none. */
  readonly take: (bytes: number) => void;
}

/** A JSON text that nests deeper stands in the line as text, or not at all when its user must go. */
export const deepest = 256;

/** A body: as JSON when that loses nothing, or when its user must go; as text; or as base64. */
export function bodyOf(bytes: Uint8Array, rules: BoundedRules): CapturedBody {
  if (bytes.byteLength === 0) return {};
  const { keepUserIds, hide } = rules;
  rules.take(bytes.byteLength);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Bidders write ids into texts of other encodings, too.
  if (!isUtf8(buffer)) return { bodyBase64: Buffer.from(hide(buffer.toString('latin1')), 'latin1').toString('base64') };
  const text = buffer.toString();
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null) return { body: hide(text) };
  if (isDeeper(value, deepest)) return keepUserIds ? { body: text } : {};
  if (!keepUserIds) return { body: redactJson(value, rules) as object };
  return { body: JSON.stringify(value) === text ? value : text };
}

/** A redacted request without the ids that stand where no name tells, as in the address of a page. */
export function hiddenIn(request: object, hide: Known['hide']): object | string {
  return exactly(redactJson(request, { ids: new Set(), hide }) as object);
}

/**
 * The JSON, as text where it has numbers beyond their range: it would be written with null in their place, so that a request was served
 * that had been refused, a bid refused for something else.
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
