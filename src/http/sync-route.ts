/** The frame of `/cookie_sync` and `/setuid`: whatever goes wrong is answered for one user alone, and every answer is counted. */
import { answerFault, type Exchange, type Route } from './exchange.ts';
import { privateHeaders } from './sync-parts.ts';

/** What one of the two does; `answer` may reject with a `RequestError`, `count` is told the status once it is answered. */
export interface SyncRoute extends Pick<Route, 'method' | 'path' | 'cors' | 'body'> {
  readonly answer: (exchange: Exchange) => Promise<void>;
  readonly count: (status: number, exchange: Exchange) => void;
}

/** The route in its frame. */
export function syncRoute({ answer, count, ...route }: SyncRoute): Route {
  return {
    ...route,
    handle: async (exchange) => {
      exchange.onAnswered((status) => count(status, exchange));
      try {
        await answer(exchange);
      } catch (error) {
        answerFault(exchange, error, privateHeaders);
      }
    },
  };
}
