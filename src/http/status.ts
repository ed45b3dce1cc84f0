/** `GET /status`: what a load balancer asks before it sends requests here (interface, 'Endpoints'). */
import { noStore, type Header, type Route } from './exchange.ts';

const headers: readonly Header[] = [noStore];
const textHeaders: readonly Header[] = [...headers, ['Content-Type', 'text/plain; charset=utf-8']];

/** Answers 204 while healthy, 503 with the word `draining` once `isDraining` says so. */
export function statusRoute(isDraining: () => boolean): Route {
  return {
    method: 'GET',
    path: '/status',
    cors: 'none',
    body: false,
    handle: (exchange) => {
      if (isDraining()) exchange.answer(503, textHeaders, 'draining\n');
      else exchange.answer(204, headers);
    },
  };
}
