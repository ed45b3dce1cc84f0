/** `GET /setuid` (spec 4.3; implementation A 5; decisions, 'User sync'): stores the id that a bidder's redirect brings. */
import { RequestError } from '../errors.ts';
import { forgetId, storeId } from '../usersync/set-cookie.ts';
import { isNoId, type SyncBidder } from '../usersync/syncers.ts';
import type { UidsCookie } from '../usersync/uids-cookie.ts';
import type { Exchange, Header, Route } from './exchange.ts';
import { pixel } from './pixel.ts';
import { type AskedSync, browserIds, privateHeaders, privateText, type SyncParts } from './sync-parts.ts';
import { readPrivacy, readQuerySignals } from './sync-privacy.ts';

const htmlHeaders: readonly Header[] = [['Content-Type', 'text/html; charset=utf-8'], ...privateHeaders];
const pixelHeaders: readonly Header[] = [['Content-Type', 'image/png'], ...privateHeaders];

const unknownBidder = 'bidder is not known here: correct the name';
const wrongFormat = 'f must be b for an empty page or i for a pixel: correct it, or leave it out';

/** Longest bidder name that is reported to analytics. */
const longestName = 64;

/** The route of `/setuid`. It never redirects, and echoes nothing of the request. */
export function setuidRoute(parts: SyncParts): Route {
  return {
    method: 'GET',
    path: '/setuid',
    cors: 'none',
    body: false,
    faultHeaders: privateHeaders,
    handle: (exchange) => answer(exchange, parts),
  };
}

async function answer(exchange: Exchange, parts: SyncParts): Promise<void> {
  const { query } = exchange;
  const faults: string[] = [];
  const asked = { account: query.get('account') ?? '', signals: readQuerySignals(query, faults) };
  exchange.onAnswered((status) => {
    parts.syncTally.addSetuid(status, findBidder(query, parts)?.code ?? '');
    parts.tell({ kind: 'setuid', status, bidder: (query.get('bidder') ?? '').slice(0, longestName) }, asked, exchange);
  });
  const { cookies, optedOut } = browserIds(exchange, parts);
  if (optedOut) {
    exchange.answer(401, privateHeaders);
    return;
  }
  const bidder = findBidder(query, parts);
  if (bidder === undefined) faults.push(query.get('bidder') ? unknownBidder : 'bidder is missing: name one');
  const format = (query.get('f') ?? '').toLowerCase();
  if (!['', 'b', 'i'].includes(format)) faults.push(wrongFormat);
  if (bidder === undefined || faults.length > 0) throw new RequestError(400, faults);
  const isPixel = format === '' ? wantsPixel(bidder) : format === 'i';
  const denial = await findDenial({ ...asked, bidder, gpc: exchange.header('sec-gpc') }, parts);
  if (denial === undefined) keep({ cookies, bidder, isPixel }, exchange, parts);
  else exchange.answer(451, privateText, `${denial}: the id is not stored\n`);
}

function findBidder(query: URLSearchParams, { syncers }: SyncParts): SyncBidder | undefined {
  return syncers.findReturned(query.get('bidder') ?? '');
}

/** The default format: a pixel for bidders that sync by image only, a page for the others. */
function wantsPixel({ pages }: SyncBidder): boolean {
  return pages.has('redirect') && !pages.has('iframe');
}

/**
 * The privacy rule that forbids storing the id, as a text; undefined for none. Rejects with a `RequestError` 400 for signals that cannot be
 * judged.
 */
async function findDenial(
  { account, signals, gpc, bidder }: AskedSync & { readonly gpc: string; readonly bidder: SyncBidder },
  parts: SyncParts,
): Promise<string | undefined> {
  const { policy } = await parts.accounts.find(account);
  const privacy = readPrivacy({ signals, gpc }, policy, parts);
  const permission = privacy.permission(bidder);
  if (permission === 'activity') return 'the activity syncUser is forbidden';
  if (permission === 'us_privacy') return 'the user opted out in us_privacy or gpp';
  const { gdpr, consentState, vendors } = privacy.signals;
  if (gdpr && consentState === 'malformed') {
    throw new RequestError(400, ['gdpr_consent is not a TCF 2 consent string: send the one of the consent platform']);
  }
  if (privacy.allowsHost) return undefined;
  if (consentState === 'valid' && vendors === undefined) {
    throw new RequestError(400, ['gdpr_consent refers to a vendor list that is not available here: try again later']);
  }
  return 'the consent string forbids cookies of this host';
}

interface KeepInput {
  readonly cookies: readonly UidsCookie[];
  readonly bidder: SyncBidder;
  /** Answered with a pixel instead of an empty page. */
  readonly isPixel: boolean;
}

function keep({ cookies, bidder, isPixel }: KeepInput, exchange: Exchange, { cookieRules, nowMs }: SyncParts): void {
  const uid = exchange.query.get('uid') ?? '';
  if (isNoId(uid, bidder)) return done(exchange, isPixel);
  if (uid === '') {
    return done(exchange, isPixel, ...forgetId(cookies, bidder.key, cookieRules));
  }
  const stored = storeId(cookies, { key: bidder.key, uid, nowMs: nowMs() }, cookieRules);
  if (stored.kind === 'stored') return done(exchange, isPixel, ...stored.setCookies);
  if (stored.kind === 'too long') {
    throw new RequestError(400, [
      `uid does not fit into a cookie of ${cookieRules.maxCookieBytes} bytes: send a shorter one`,
    ]);
  }
  exchange.answer(
    200,
    privateText,
    'Warning: the cookie is full of ids of bidders with higher priority, so it is not updated\n',
  );
}

function done(exchange: Exchange, isPixel: boolean, ...cookies: readonly string[]): void {
  const headers = isPixel ? pixelHeaders : htmlHeaders;
  exchange.answer(200, [...headers, ...cookies.map((value): Header => ['Set-Cookie', value])], isPixel ? pixel : '');
}
