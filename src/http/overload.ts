/** How an auction is refused while this process is behind (issue 'Overload'): before its body is read, with the least of work. */
import { type Exchange, type Header, retryAfter } from './exchange.ts';

/** Who may come in. */
export interface Admission {
  /** True to refuse a request on a route that sheds: `open` exchanges are open, and its head came at `arrivedAtMs`. Absent: none is refused. */
  readonly refuses?: (open: number, arrivedAtMs: number) => boolean;
}

const headers: readonly Header[] = [
  ['Content-Type', 'text/plain; charset=utf-8'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
  retryAfter,
];
const text = 'Invalid request: this server has more auctions than it can answer in time: try again later\n';

/** Answers 503 with `Retry-After`. */
export function answerOverload(exchange: Exchange): void {
  exchange.answer(503, headers, text);
}
