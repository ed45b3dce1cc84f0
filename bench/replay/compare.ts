/**
 * Compares two answers to the same request, ignoring what differs every time: response times, minted ids (UUIDs), event times,
 * addresses and bodies of calls in debug output, and messages about calls that got no reply or were held back.
 */
import { nonBidCode } from '../../src/errors.ts';
import { blot } from '../../src/observe/capture-texts.ts';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { isObject, own } from '../../src/openrtb/json-object.ts';

/** An answer as received. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

const mostDifferences = 20;
/** How many characters of a value are shown, and how many of these precede the first difference. */
const shownLength = 160;
const shownBefore = 60;
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const eventTime = /([?&;]ts=)\d+/g;

/** Paths whose values are not compared. */
const volatile = [
  /^\/ext\/(?:debug\/)?responsetimemillis\/[^/]+$/,
  /^\/ext\/debug\/httpcalls\/[^/]+\/\d+\/(?:uri|requestbody|requestheaders)(?:\/|$)/,
  /^\/ext\/debug\/resolvedrequest\/tmax$/,
];

/** Every difference with its path, at most twenty; `unheard` holds the bidders that gave no reply when `before` was recorded. */
export function differences(before: Answer, after: Answer, unheard: ReadonlySet<string> = new Set()): string[] {
  if (before.status !== after.status) {
    return [`status: ${before.status} before, ${after.status} now: ${after.text.slice(0, 200)}`];
  }
  const found: string[] = [];
  const [was, now] = [parsed(before.text), parsed(after.text)];
  compare(was, tellsUser(was) ? now : redactJson(now), { path: '', found, unheard });
  return found;
}

/** True for an answer recorded with its user. In other recordings, a user from a stored request occurs only in the new answer. */
function tellsUser(answer: unknown): boolean {
  return JSON.stringify(redactJson(answer)) !== JSON.stringify(answer);
}

interface Comparing {
  readonly path: string;
  readonly found: string[];
  readonly unheard: ReadonlySet<string>;
}

function compare(before: unknown, after: unknown, at: Comparing): void {
  if (at.found.length >= mostDifferences || isVolatile(at)) return;
  // The recording redacted this value; a stored request may bring it again.
  if (before === blot && typeof after === 'string') return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    // If an entry is missing in the middle, all later ones differ, so report the lengths first.
    if (before.length !== after.length && length > 1 && isObject(before[0] ?? after[0]))
      at.found.push(`${at.path}: ${before.length} of them before, ${after.length} now`);
    for (let place = 0; place < length; place += 1) compare(before[place], after[place], below(at, String(place)));
  } else if (isObject(before) && isObject(after)) {
    // First `ext`: faults of calls are why the rest differs.
    const first = at.path === '' ? ['ext'] : [];
    const keys = new Set([...first, ...Object.keys(before), ...Object.keys(after)]);
    for (const key of keys) compare(own(before, key), own(after, key), below(at, key));
  } else if (lasting(before) !== lasting(after) && !isHeldBack(before, after, at)) {
    at.found.push(`${at.path || '/'}: ${showPair(before, after)}`);
  }
}

function below(at: Comparing, key: string): Comparing {
  return { ...at, path: `${at.path}/${key}` };
}

function isVolatile({ path: whole, unheard }: Comparing): boolean {
  // AMP answers have the response of other answers below `ortb2`.
  const path = whole.replace(/^\/ortb2(?=\/)/, '');
  if (volatile.some((pattern) => pattern.test(path))) return true;
  const bidder = /^\/ext\/errors\/([^/]+)\/\d+\/message$/.exec(path)?.[1];
  return bidder !== undefined && unheard.has(bidder);
}

/** True for the status of a call that breaker or throttle held back: the replay makes that call, which fails or times out. */
function isHeldBack(before: unknown, after: unknown, { path, unheard }: Comparing): boolean {
  const isStatus = unheard.size > 0 && /\/seatnonbid\/\d+\/nonbid\/\d+\/statuscode$/.test(path);
  return (
    isStatus && before === nonBidCode.blocked && (after === nonBidCode.unreachable || after === nonBidCode.timeout)
  );
}

function lasting(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(uuid, '<uuid>').replaceAll(eventTime, '$1<time>') : value;
}

/** Both values, from a little before their first difference. */
function showPair(before: unknown, after: unknown): string {
  const texts = [before, after].map((value) => JSON.stringify(value) ?? 'nothing');
  const [was = '', now = ''] = texts;
  let parting = 0;
  while (parting < was.length && was[parting] === now[parting]) parting += 1;
  const from = parting > shownBefore ? parting - shownBefore : 0;
  const [shownWas, shownNow] = texts.map((text) => `${from > 0 ? '…' : ''}${text.slice(from, from + shownLength)}`);
  return `${shownWas} before, ${shownNow} now`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
