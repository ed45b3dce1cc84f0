/** Writes one captured auction as a line of JSON (capture-record): bodies decoded, secrets and user ids blotted out. */
import { bytesAt } from '../auction/byte-range.ts';
import { readBrowserIds } from '../usersync/browser-ids.ts';
import { bodyOf, hiddenIn, type BoundedRules, type LineRules } from './capture-body.ts';
import { callsOf, takeIds } from './capture-calls.ts';
import type { CaptureMessage } from './capture-message.ts';
import type { CapturedAuction } from './capture-record.ts';
import { redactJson } from './capture-redact.ts';
import { redactPath } from './capture-path.ts';
import { echoBlotter, redactHeaders } from './capture-texts.ts';

/** Bytes of all bodies of one auction, inflated: JSON may take forty times its length in memory while it is read and changed. */
const maxLineBytes = 4_194_304;
/** Ids of one user that are looked for in what bidders wrote, and their letters together: to make a pattern of more would take seconds. */
const mostIds = 500;
const mostLetters = 32_768;
/** V8's patterns take texts of 32,767 characters, and one character of an id has up to fifteen in a URL within one. What a pattern throws holds the ids. */
const longestId = 2184;

/**
 * The line without its end; undefined for a request that cannot be rid of its user, because it is no JSON. Throws an Error for an
 * auction that is too large, or whose user has too many ids.
 */
export function captureLine(message: CaptureMessage, given: LineRules): string | undefined {
  const { at, method, path, headers, answer } = message;
  const rules = bounded(given);
  const asked = message.body === null ? {} : bodyOf(bytesAt(message.bytes, message.body), rules);
  if (!rules.keepUserIds && message.body !== null && typeof asked.body !== 'object') return undefined;
  const asking = rules.keepUserIds ? { path, headers } : askingOf(message, rules);
  if (!rules.keepUserIds) for (const call of message.calls) takeIds(call, message, rules);
  refuseTooMany(rules.ids);
  // Only now is every id known: some come from stored texts. Pages write them into their own addresses, bidders anywhere.
  const hide = echoBlotter(rules.ids);
  const replyRules = { ...rules, hide };
  const line: CapturedAuction = {
    v: 1,
    at,
    method,
    path: hide(asking.path),
    headers: Object.fromEntries(Object.entries(asking.headers).map(([name, value]) => [name, hide(value)])),
    ...(typeof asked.body === 'object' && !rules.keepUserIds ? { body: hiddenIn(asked.body, hide) } : asked),
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
  const bounds = `over ${mostIds}, ${longestId} characters in one, or ${mostLetters} in all`;
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
 * Path and headers without the user, whose ids are taken. So are those of the browser's cookie, and its address: protocols of some
 * bidders' own have them where no name tells, in addresses of ads too.
 */
function askingOf(
  { at, path, headers }: CaptureMessage,
  rules: BoundedRules,
): Pick<CaptureMessage, 'path' | 'headers'> {
  const { uids } = readBrowserIds(headers['cookie'] ?? '', rules, at);
  for (const uid of uids.values()) rules.ids.add(uid);
  redactJson({ ip: headers['x-forwarded-for'] }, rules);
  return { path: redactPath(path, rules.ids), headers: redactHeaders(headers, uids.keys(), rules.ids) };
}
