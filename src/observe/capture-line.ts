/** Writes one captured auction as a line of JSON (capture-record): bodies decoded, secrets and user ids blotted out. */
import { isUtf8 } from 'node:buffer';
import { replyText } from '../adapter/reply-text.ts';
import { bytesAt } from '../auction/messages.ts';
import { withoutCredentials } from '../config/secrets.ts';
import { isDeeper } from '../openrtb/depth.ts';
import { isObject } from '../openrtb/merge-patch.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { readBrowserIds } from '../usersync/browser-ids.ts';
import type { CaptureMessage, CaptureSetup, MessageCall } from './capture-message.ts';
import { sentPrint, type CapturedAuction, type CapturedBody, type CapturedCall } from './capture-record.ts';
import { redactJson, type Known } from './capture-redact.ts';
import { echoBlotter, redactHeaders, redactPath, withoutQuery } from './capture-texts.ts';

/** How lines are written; `write` gives the JSON of one without what this host must never show. */
export interface LineRules extends Pick<CaptureSetup, 'keepUserIds' | 'maxReplyBytes' | 'hostCookie'> {
  readonly write: (line: object) => string;
}

/** A JSON text that nests deeper stands in the line as text, or not at all when its user must go. */
const deepest = 256;
const maxInflatedBytes = 67_108_864;
/** Bytes of all bodies of one auction, inflated: JSON may take forty times its length in memory while it is read and changed. */
const maxLineBytes = 4_194_304;
/** Ids of one user that are looked for in what bidders wrote: with thousands that would take seconds. */
const mostIds = 500;
/** V8's patterns take texts of 32,767 characters, and one character of an id has up to nine in a URL. What a pattern throws holds the ids. */
const longestId = 3600;

/** The rules of one line. */
interface BoundedRules extends LineRules, Known {
  /** Makes room for a body of so many bytes. Throws an Error when there is none. */
  readonly take: (bytes: number) => void;
}

/**
 * The line without its end; undefined for a request that cannot be rid of its user, because it is no JSON. Throws an Error for an
 * auction that is too large, or whose user has too many ids.
 */
export function captureLine(message: CaptureMessage, given: LineRules): string | undefined {
  const { at, method, path, headers, answer } = message;
  const rules = bounded(given);
  const asked = message.body === null ? {} : bodyOf(bytesAt(message.bytes, message.body), rules);
  if (!rules.keepUserIds && message.body !== null && typeof asked.body !== 'object') return undefined;
  const told = rules.keepUserIds ? headers : browserOf(message, rules);
  const sent = message.calls.map((call) => sentOf(call, message, rules));
  if (rules.ids.size > mostIds || [...rules.ids].some(({ length }) => length > longestId))
    throw new Error(`a user has too many ids, or too long ones: over ${mostIds}, or ${longestId} characters`);
  // Only now is every id known: some come from stored texts. Pages write them into their own addresses, bidders anywhere.
  const hide = echoBlotter(rules.ids);
  const replyRules = { ...rules, hide };
  const line: CapturedAuction = {
    v: 1,
    at,
    method,
    path: rules.keepUserIds ? path : hide(redactPath(path)),
    headers: Object.fromEntries(Object.entries(told).map(([name, value]) => [name, hide(value)])),
    ...(typeof asked.body === 'object' && !rules.keepUserIds ? { body: hiddenIn(asked.body, hide) as object } : asked),
    calls: callsOf(
      message,
      sent.map((one) => toldOf(one, replyRules)),
      replyRules,
    ),
    answer: {
      status: answer.status,
      elapsedMs: answer.elapsedMs,
      ...bodyOf(bytesAt(message.bytes, answer.body), replyRules),
    },
  };
  return rules.write(line);
}

function bounded(rules: LineRules): BoundedRules {
  let left = maxLineBytes;
  const take = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw new Error(`an auction is too large: its bodies are over ${maxLineBytes} bytes`);
  };
  return { ...rules, take, ids: new Set(), hide: (text) => text };
}

/**
 * The headers without the user. Takes the ids of the browser's cookie, and its address: protocols of some bidders' own have them where
 * no name tells, in addresses of ads too.
 */
function browserOf({ at, headers }: CaptureMessage, rules: BoundedRules): { readonly [name: string]: string } {
  const { uids } = readBrowserIds(headers['cookie'] ?? '', rules.hostCookie, at);
  for (const uid of uids.values()) rules.ids.add(uid);
  redactJson({ ip: headers['x-forwarded-for'] }, rules);
  return redactHeaders(headers, uids.keys());
}

function callsOf(message: CaptureMessage, sent: readonly Partial<CapturedCall>[], rules: BoundedRules): CapturedCall[] {
  const counts = new Map<string, number>();
  return message.calls.map((call, at) => {
    const nth = counts.get(call.bidder) ?? 0;
    counts.set(call.bidder, nth + 1);
    const { bidder, method, kind, status, elapsedMs } = call;
    return {
      bidder,
      nth,
      method,
      ...sent[at]!,
      kind,
      status,
      elapsedMs,
      ...replyOf(call, message, rules),
    };
  });
}

/** What a call sent. */
interface Sent {
  readonly uri: string;
  readonly text: string;
  /** Its JSON without the user where the user must go, undefined where it stays or there is no JSON. */
  readonly redacted: unknown;
  readonly imps: readonly string[];
}

/** Reads a call's request. Its user's ids are taken. */
function sentOf(call: MessageCall, message: CaptureMessage, rules: BoundedRules): Sent {
  const bytes = bytesAt(message.bytes, call.sent);
  const uri = withoutCredentials(call.uri);
  const text = replyText(bytes, call.sentEncoding, maxInflatedBytes).text ?? '';
  const request = parsedJson(text);
  const isRedacted = !rules.keepUserIds && request !== undefined && !isDeeper(request, deepest);
  return {
    uri: rules.keepUserIds ? uri : withoutQuery(uri),
    text,
    redacted: isRedacted ? redactJson(request, rules) : undefined,
    imps: impIds(request),
  };
}

/** What is told of a call's request: where to, a fingerprint, and the imps. */
function toldOf({ uri, text, redacted, imps }: Sent, { hide }: BoundedRules): Partial<CapturedCall> {
  // A replay sends what is left of the user: by that it is to know the call again.
  const sent = redacted === undefined ? text : JSON.stringify(hiddenIn(redacted, hide));
  return {
    uri: hide(uri),
    ...(sent !== '' && { sentSha256: sentPrint(sent) }),
    ...(imps.length > 0 && { imps: imps.map(hide) }),
  };
}

/** A redacted value without the ids that stand where no name tells, as in the address of a page. */
function hiddenIn(value: unknown, hide: Known['hide']): unknown {
  return redactJson(value, { ids: new Set(), hide });
}

function replyOf(call: MessageCall, message: CaptureMessage, rules: BoundedRules): Partial<CapturedCall> {
  const bytes = bytesAt(message.bytes, call.reply);
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < call.headers.length; at += 2) headers.set(call.headers[at]!, call.headers[at + 1]!);
  const { encoding } = call;
  const { text } = replyText(bytes, encoding, rules.maxReplyBytes);
  const isDecoded = encoding !== '' && text !== undefined;
  // What cannot be decoded is kept as it came, and says so.
  if (encoding !== '' && !isDecoded) headers.set('content-encoding', encoding);
  return {
    ...(isDecoded && { encoding }),
    ...(headers.size > 0 && { headers: Object.fromEntries(headers) }),
    ...bodyOf(isDecoded ? Buffer.from(text) : bytes, rules),
  };
}

/** A body: as JSON when that loses nothing, or when its user must go; as text; or as base64. */
function bodyOf(bytes: Uint8Array, rules: BoundedRules): CapturedBody {
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

function impIds(request: unknown): string[] {
  if (!isObject(request) || !Array.isArray(request['imp'])) return [];
  return request['imp'].flatMap((imp: unknown) => (isObject(imp) && typeof imp['id'] === 'string' ? [imp['id']] : []));
}
