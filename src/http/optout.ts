/** `GET|POST /optout` (decisions, 'User sync'): sets or lifts the user's opt-out, and redirects only to configured URLs. */
import { RequestError } from '../errors.ts';
import { sentCookies } from '../usersync/browser-ids.ts';
import { optIn, optOut } from '../usersync/set-cookie.ts';
import type { Exchange, Header, Route } from './exchange.ts';
import { privateText, type SyncParts } from './sync-parts.ts';

/** Longest form that is read: parsing one as long as a request may be would take ten milliseconds. */
const mostFormBytes = 16_384;

/** The routes of both methods; the parameter is in the query, or in a posted form. */
export function optoutRoutes(parts: SyncParts): Route[] {
  const route = { path: '/optout', cors: 'none' } as const;
  return [
    {
      ...route,
      method: 'GET',
      body: false,
      handle: (exchange) => answer(exchange, exchange.query.get('optout'), parts),
    },
    { ...route, method: 'POST', body: true, handle: (exchange) => answer(exchange, postedValue(exchange), parts) },
  ];
}

function postedValue({ query, body }: Exchange): string | null {
  const value = query.get('optout');
  if (value !== null) return value;
  if (body.byteLength > mostFormBytes)
    throw new RequestError(413, [`the form is over ${mostFormBytes} bytes: send optout alone`]);
  return new URLSearchParams(Buffer.from(body).toString()).get('optout');
}

function answer(exchange: Exchange, value: string | null, { userSync, cookieRules: limits, nowMs }: SyncParts): void {
  if (value !== '0' && value !== '1') {
    throw new RequestError(400, ['optout must be 1 to opt out or 0 to opt in again: add it to the query']);
  }
  const isOut = value === '1';
  if (!isOut && isEmbedded(exchange)) {
    throw new RequestError(403, ['only the user can opt in again: link to this address, do not embed it']);
  }
  const url = isOut ? userSync.optOutUrl : userSync.optInUrl;
  // Also clears cookies that the host no longer reads, since it may read them again later.
  const cookieRules = { ...limits, cookies: Math.max(limits.cookies, sentCookies(exchange.header('cookie'))) };
  const cookies = isOut ? optOut(cookieRules) : optIn(nowMs(), cookieRules);
  const headers = [...privateText, ...cookies.map((cookie): Header => ['Set-Cookie', cookie])];
  if (url === '') exchange.answer(200, headers, isOut ? 'You opted out.\n' : 'You opted in.\n');
  else exchange.answer(302, [...headers, ['Location', new URL(url).href]]);
}

/** True when another site embeds the URL, which would opt its visitors in without their knowledge (Fetch Metadata). */
function isEmbedded(exchange: Exchange): boolean {
  return exchange.header('sec-fetch-site') === 'cross-site' && exchange.header('sec-fetch-dest') !== 'document';
}
