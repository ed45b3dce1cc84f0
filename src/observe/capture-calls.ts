/** What a capture stores of an auction's calls to bidders (capture-record): a fingerprint of each request, and the decoded reply. */
import { gzipSync } from 'node:zlib';
import { replyText, tooLongFault } from '../adapter/reply-text.ts';
import { bytesAt } from '../auction/byte-range.ts';
import { withoutCredentials } from '../config/secrets.ts';
import { isDeeper } from '../openrtb/depth.ts';
import { isObject } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { bodyOf, exactly, maxCapturedDepth, type BoundedRules } from './capture-body.ts';
import type { CaptureMessage, MessageCall } from './capture-message.ts';
import { lastingQuery, userless } from './capture-query.ts';
import { sentPrint, type CapturedCall } from './capture-record.ts';
import { redactJson } from './capture-redact.ts';
import { blot, withoutQuery } from './capture-texts.ts';

/** Longest inflated body of a call. */
const maxInflatedBytes = 67_108_864;

/** Collects the user's ids in a call's request, and keeps nothing else: the parsed JSON of many calls would fill the thread's memory. */
export function collectIds(call: MessageCall, message: CaptureMessage, rules: BoundedRules): void {
  withoutUser(parsedJson(sentText(call, message)), rules);
}

/** The calls as they are stored; `rules` must hold every id of the user by now. */
export function callsOf(message: CaptureMessage, rules: BoundedRules): CapturedCall[] {
  const counts = new Map<string, number>();
  return message.calls.map((call) => {
    const nth = counts.get(call.bidder) ?? 0;
    counts.set(call.bidder, nth + 1);
    const { bidder, method, kind, status, elapsedMs } = call;
    const facts = { bidder, nth, method, ...sentOf(call, message, rules), kind, status, elapsedMs };
    return { ...facts, ...replyOf(call, message, rules) };
  });
}

/** What is stored of a call's request: the URI, a fingerprint, and the imp ids. */
function sentOf(call: MessageCall, message: CaptureMessage, rules: BoundedRules): Partial<CapturedCall> {
  const uri = withoutCredentials(call.uri);
  const text = sentText(call, message);
  const request = parsedJson(text);
  // A replay sends the redacted request, so the fingerprint must be of that.
  const redacted = withoutUser(request, rules);
  const written = redacted === undefined ? text : JSON.stringify(redacted);
  const sent = text === '' ? lastingQuery(uri, rules.keepUserIds ? undefined : userless(rules.hide)) : written;
  const imps = impIds(request);
  return {
    uri: rules.hide(rules.keepUserIds ? uri : withoutQuery(uri)),
    ...(sent !== '' && { sentSha256: sentPrint(sent) }),
    ...(imps.length > 0 && { imps: imps.map(rules.hide) }),
  };
}

function sentText({ sent, sentEncoding }: MessageCall, { bytes }: CaptureMessage): string {
  return replyText(bytesAt(bytes, sent), sentEncoding, maxInflatedBytes).text ?? '';
}

/** The request JSON without user data; undefined where user data is kept, or where there is no usable JSON. */
function withoutUser(request: unknown, rules: BoundedRules): unknown {
  if (rules.keepUserIds || request === undefined || isDeeper(request, maxCapturedDepth)) return undefined;
  return redactJson(request, rules);
}

function replyOf(call: MessageCall, message: CaptureMessage, rules: BoundedRules): Partial<CapturedCall> {
  const bytes = bytesAt(message.bytes, call.reply);
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < call.headers.length; at += 2) headers.set(call.headers[at]!, call.headers[at + 1]!);
  const { encoding } = call;
  const { text, fault } = replyText(bytes, encoding, rules.maxReplyBytes);
  const isDecoded = encoding !== '' && text !== undefined;
  // A body that cannot be decoded keeps its `Content-Encoding`.
  if (fault !== undefined) headers.set('content-encoding', encoding);
  const body = fault === undefined ? bytes : undecodable(bytes, fault, rules);
  const kept = bodyOf(isDecoded ? Buffer.from(text) : body, rules);
  return {
    ...(isDecoded && { encoding }),
    ...(headers.size > 0 && { headers: hiddenValues(headers, rules.hide) }),
    ...(typeof kept.body === 'object' ? { body: exactly(kept.body) } : kept),
  };
}

/**
 * What is stored of a reply that cannot be decoded. Where user data must be removed, that is none of its bytes, but others that give the
 * same `fault`.
 */
function undecodable(bytes: Uint8Array, fault: string, { keepUserIds, maxReplyBytes }: BoundedRules): Uint8Array {
  if (keepUserIds || bytes.byteLength === 0) return bytes;
  return fault === tooLongFault ? gzipSync(Buffer.alloc(maxReplyBytes + 1)) : Buffer.from(blot);
}

function hiddenValues(headers: ReadonlyMap<string, string>, hide: BoundedRules['hide']): { [name: string]: string } {
  return Object.fromEntries(Array.from(headers, ([name, value]) => [name, hide(value)]));
}

function impIds(request: unknown): string[] {
  if (!isObject(request) || !Array.isArray(request['imp'])) return [];
  return request['imp'].flatMap((imp: unknown) => (isObject(imp) && typeof imp['id'] === 'string' ? [imp['id']] : []));
}
