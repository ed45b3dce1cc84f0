/** Writes one captured auction as a line of JSON (capture-record): bodies decoded, secrets and user ids redacted. */
import { bytesAt } from '../auction/byte-range.ts';
import { readBrowserIds } from '../usersync/browser-ids.ts';
import { bodyOf, hiddenIn, type BoundedRules, type LineRules } from './capture-body.ts';
import { callsOf, collectIds } from './capture-calls.ts';
import type { CaptureMessage } from './capture-message.ts';
import type { CapturedAuction } from './capture-record.ts';
import { redactJson } from './capture-redact.ts';
import { redactPath } from './capture-path.ts';
import { echoBlotter, redactHeaders } from './capture-texts.ts';

/** Most bytes of all bodies of one auction, inflated: JSON may take forty times its length in memory while it is parsed and changed. */
const maxLineBytes = 4_194_304;
/**
 * Most ids of one user that are searched for in bidders' texts, and most letters of them all: compiling a longer pattern would take
 * seconds.
 */
const mostIds = 500;
const mostLetters = 32_768;
/**
 * Longest id: V8's patterns take strings of up to 32,767 characters, and one character of an id becomes up to fifteen in a URL within a
 * URL. V8's error would quote the ids.
 */
const longestId = 2184;

/**
 * The line without its line end; undefined for a request whose user data cannot be removed, because it is not JSON. Throws an Error for an
 * auction that is too large, or whose user has too many ids.
 */
export function captureLine(message: CaptureMessage, lineRules: LineRules): string | undefined {
  const { at, method, path, headers, answer } = message;
  const rules = bounded(lineRules);
  const requestBody = message.body === null ? {} : bodyOf(bytesAt(message.bytes, message.body), rules);
  if (!rules.keepUserIds && message.body !== null && typeof requestBody.body !== 'object') return undefined;
  const head = rules.keepUserIds ? { path, headers } : redactedHead(message, rules);
  if (!rules.keepUserIds) for (const call of message.calls) collectIds(call, message, rules);
  refuseTooMany(rules.ids);
  // Only now is every id known: some come from stored texts. Pages put ids into their own URLs, and bidders put them anywhere.
  const hide = echoBlotter(rules.ids);
  const replyRules = { ...rules, hide };
  const line: CapturedAuction = {
    v: 1,
    at,
    method,
    path: hide(head.path),
    headers: Object.fromEntries(Object.entries(head.headers).map(([name, value]) => [name, hide(value)])),
    ...(typeof requestBody.body === 'object' && !rules.keepUserIds
      ? { body: hiddenIn(requestBody.body, replyRules) }
      : requestBody),
    calls: callsOf(message, replyRules),
    answer: {
      status: answer.status,
      elapsedMs: answer.elapsedMs,
      ...bodyOf(bytesAt(message.bytes, answer.body), replyRules),
    },
  };
  return rules.write(line);
}

function refuseTooMany(ids: ReadonlySet<string>): void {
  const lengths = Array.from(ids, ({ length }) => length);
  const letters = lengths.reduce((sum, length) => sum + length, 0);
  if (ids.size <= mostIds && letters <= mostLetters && lengths.every((length) => length <= longestId)) return;
  const bounds = `over ${mostIds}, over ${longestId} characters in one, or over ${mostLetters} in total`;
  throw new Error(`a user has too many ids, or too long ones: ${bounds}`);
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
 * The path and headers without user data; its ids are added to `rules.ids`. Also added are the ids in the browser's cookie and the client's
 * address, since some bidders' own protocols have them in places that no name marks, and in ad URLs.
 */
function redactedHead(
  { at, path, headers }: CaptureMessage,
  rules: BoundedRules,
): Pick<CaptureMessage, 'path' | 'headers'> {
  const { uids } = readBrowserIds(headers['cookie'] ?? '', rules, at);
  for (const uid of uids.values()) rules.ids.add(uid);
  redactJson({ ip: headers['x-forwarded-for'] }, rules);
  return { path: redactPath(path, rules.ids), headers: redactHeaders(headers, uids.keys(), rules.ids) };
}
