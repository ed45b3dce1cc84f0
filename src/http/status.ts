/** `GET /status`: the health check of load balancers (interface, 'Endpoints'). */
import { noStore, text, type Route } from './exchange.ts';

/** Answers 204 while healthy, 503 with the word `draining` once `isDraining` says so. */
export function statusRoute(isDraining: () => boolean): Route {
  return {
    method: 'GET',
    path: '/status',
    cors: 'none',
    body: false,
    handle: (exchange) => {
      if (isDraining()) exchange.answer(503, [noStore, text], 'draining\n');
      else exchange.answer(204, [noStore]);
    },
  };
}
