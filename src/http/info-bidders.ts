/** `GET /info/bidders` and `GET /info/bidders/{code|all}`: lists the bidders and what each supports (implementation A 6). */
import type { BiddersInfo } from '../adapter/info.ts';
import { RequestError } from '../errors.ts';
import { json, type Exchange, type Route } from './exchange.ts';

/** Answers with codes in alphabetical order; `enabledonly` and `baseadaptersonly` are `true` or `false`, else 400. */
export function infoBiddersRoute(info: BiddersInfo): Route {
  return {
    method: 'GET',
    path: '/info/bidders',
    cors: 'public',
    body: false,
    handle: (exchange) => {
      const enabledOnly = flag(exchange, 'enabledonly');
      const baseOnly = flag(exchange, 'baseadaptersonly');
      exchange.answer(200, [json], JSON.stringify(info.names({ enabledOnly, baseOnly })));
    },
  };
}

/** Answers with one bidder's details, or with all of them by code under the name `all`; 404 for an unknown code. */
export function infoBidderRoute(info: BiddersInfo): Route {
  return {
    method: 'GET',
    path: '/info/bidders/:code',
    cors: 'public',
    body: false,
    handle: (exchange) => {
      const code = exchange.parameter;
      const found = code.toLowerCase() === 'all' ? Object.fromEntries(info.all()) : info.details(code);
      if (found === undefined) throw new RequestError(404, ['no bidder has this code: GET /info/bidders lists them']);
      exchange.answer(200, [json], JSON.stringify(found));
    },
  };
}

function flag({ query }: Exchange, name: string): boolean {
  const text = (query.get(name) ?? 'false').toLowerCase();
  if (text !== 'true' && text !== 'false') throw new RequestError(400, [`${name} must be true or false`]);
  return text === 'true';
}
