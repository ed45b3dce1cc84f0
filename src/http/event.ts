/** `GET /event` (spec 6; implementation B 6): records that a bid won or was shown. */
import type { Analytics } from '../analytics/analytics.ts';
import { RequestError } from '../errors.ts';
import { type EventAccounts, modulesOf } from './event-accounts.ts';
import { uncached, type Exchange, type Header, type Route } from './exchange.ts';
import { pixel } from './pixel.ts';
import { readEvent } from './read-event.ts';

/** What the endpoint needs. */
export interface EventParts {
  readonly accounts: EventAccounts;
  readonly analytics: Analytics;
}

const imageHeaders: readonly Header[] = [['Content-Type', 'image/png'], uncached];
const emptyHeaders: readonly Header[] = [uncached];

/**
 * The route: 200 with an image or an empty body, 400 for a wrong URL, 401 for an account without events, 500 when the account's
 * settings are wrong or cannot be read.
 */
export function eventRoute(parts: EventParts): Route {
  return {
    method: 'GET',
    path: '/event',
    cors: 'public',
    body: false,
    handle: (exchange) => register(exchange, parts),
  };
}

async function register(exchange: Exchange, { accounts, analytics }: EventParts): Promise<void> {
  const { notification, isImage, counts } = readEvent(exchange.query);
  if (notification.account === '') throw new RequestError(401, ['a is missing: name the account']);
  const gpc = exchange.header('sec-gpc');
  let modules: readonly string[] = [];
  if (counts) {
    const account = await accounts.find(notification.account);
    if (!account.hasEvents)
      throw new RequestError(401, ['events are off for the account: ask this host to turn them on']);
    modules = modulesOf(account, analytics.names, gpc);
  }
  if (isImage) exchange.answer(200, imageHeaders, pixel);
  else exchange.answer(200, emptyHeaders);
  // HEAD only checks whether the URL is valid: nothing was shown.
  if (!exchange.isHead) analytics.tell(notification, modules);
}
