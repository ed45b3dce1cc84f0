/** `GET|POST /optout` (decisions, 'User sync'): keeps or lifts the user's opt-out; redirects only to where the host says. */
import { RequestError } from '../errors.ts';
import { sentCookies } from '../usersync/browser-ids.ts';
import { olderEnds, optIn, optOut } from '../usersync/set-cookie.ts';
import type { Exchange, Header, Route } from './exchange.ts';
import { privateText, type SyncParts } from './sync-parts.ts';

/** To read a form as long as a request takes ten milliseconds. */
const mostFormBytes = 16_384;

/** The routes of both methods; the parameter stands in the query, or in a form that is posted. */
export function optoutRoutes(parts: SyncParts): Route[] {
  const route = { path: '/optout', cors: 'none' } as const;
  return [
    {
      ...route,
      method: 'GET',
      body: false,
      handle: (exchange) => answer(exchange, exchange.query.get('optout'), parts),
    },
    { ...route, method: 'POST', body: true, handle: (exchange) => answer(exchange, posted(exchange), parts) },
  ];
}

function posted({ query, body }: Exchange): string | null {
  const word = query.get('optout');
  if (word !== null) return word;
  if (body.byteLength > mostFormBytes)
    throw new RequestError(413, [`the form is over ${mostFormBytes} bytes: send optout alone`]);
  return new URLSearchParams(Buffer.from(body).toString()).get('optout');
}

function answer(exchange: Exchange, word: string | null, { userSync, cookieRules: limits, nowMs }: SyncParts): void {
  if (word !== '0' && word !== '1') {
    throw new RequestError(400, ['optout must be 1 to opt out or 0 to opt in again: add it to the query']);
  }
  const isOut = word === '1';
  if (!isOut && isHidden(exchange)) {
    throw new RequestError(403, ['only the user can opt in again: link to this address, do not embed it']);
  }
  const url = isOut ? userSync.optOutUrl : userSync.optInUrl;
  // Those go too that the host no longer reads: it may read them again.
  const cookieRules = { ...limits, cookies: Math.max(limits.cookies, sentCookies(exchange.header('cookie'))) };
  const cookies = isOut ? optOut(cookieRules) : [...olderEnds(cookieRules), ...optIn(nowMs(), cookieRules)];
  const headers = [...privateText, ...cookies.map((value): Header => ['Set-Cookie', value])];
  if (url === '') exchange.answer(200, headers, isOut ? 'You opted out.\n' : 'You opted in.\n');
  else exchange.answer(302, [...headers, ['Location', new URL(url).href]]);
}

/** True when another site embeds the address, so that its visitors would opt in without knowing (Fetch Metadata). */
function isHidden(exchange: Exchange): boolean {
  return exchange.header('sec-fetch-site') === 'cross-site' && exchange.header('sec-fetch-dest') !== 'document';
}
