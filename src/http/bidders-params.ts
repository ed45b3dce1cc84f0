/** `GET /bidders/params`: the JSON schema of every bidder's params, by code (implementation A 6). */
import type { BiddersInfo } from '../adapter/info.ts';
import { json, type Route } from './exchange.ts';

/** Answers with all schemas, written once. */
export function biddersParamsRoute(info: BiddersInfo): Route {
  const body = JSON.stringify(Object.fromEntries(info.params()));
  return {
    method: 'GET',
    path: '/bidders/params',
    cors: 'public',
    body: false,
    handle: (exchange) => exchange.answer(200, [json], body),
  };
}
