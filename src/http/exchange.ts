/** The contract between the server and an endpoint: a route, one exchange, and how faults are answered (decisions, '400 / 503 bodies'). */
import { OverloadError, RequestError } from '../errors.ts';
import type { Parts } from './parts.ts';

/** One header of an answer. */
export type Header = readonly [name: string, value: string];

/** The body of an answer. */
export type AnswerBody = Uint8Array | ArrayBuffer | string | Parts;

/** Who may read an answer: any origin with cookies (the origin is echoed), any origin without cookies (`*`), or the same origin only. */
export type Cors = 'credentials' | 'public' | 'none';

/** An endpoint. A path ending in `/:name` matches any one last segment, which `exchange.parameter` holds. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE';
  readonly path: string;
  readonly cors: Cors;
  /** True: `handle` is called once the whole body has arrived. False: it is called at once, and a body is discarded. */
  readonly body: boolean;
  /** True: while this process is behind, requests are refused with 503 before their body is read. */
  readonly sheds?: boolean;
  /** True: as soon as this process is behind, requests are refused with 503 before they are handled, so that auctions are served. */
  readonly yields?: boolean;
  /** Headers of the answer when the body is refused or `handle` throws. */
  readonly faultHeaders?: readonly Header[];
  /**
   * Called with the reason after a body was refused and that was answered; never after an abort. `handle` is not called for such a request.
   */
  readonly onUnread?: (exchange: Exchange, error: unknown) => void;
  /** Answers the exchange. Errors that it throws are answered too; a promise that resolves without an answer is a bug (500). */
  readonly handle: (exchange: Exchange) => void | Promise<void>;
}

/** One request and its answer. */
export interface Exchange {
  /** `performance.now()` when the request's head had arrived. */
  readonly arrivedAtMs: number;
  /** As sent, percent-encoded. */
  readonly path: string;
  /** The account of the request, for the bug log; '' until the handler sets it. */
  account: string;
  /** The decoded last segment where the route's path ends in `/:name`, else ''. */
  readonly parameter: string;
  /** True for a HEAD request, as link checkers send. */
  readonly isHead: boolean;
  /** Parsed on first use; `get` returns the first of repeated parameters. */
  readonly query: URLSearchParams;
  /** The inflated body in its own ArrayBuffer of exactly its length, so it may be transferred. Empty unless the route takes a body. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The address of the browser or app, behind trusted proxies; IPv6 in the form of RFC 5952. */
  readonly clientAddress: string;
  /** True if the client came over https. */
  readonly https: boolean;
  /** True once the client has disconnected: nothing can be answered any more. */
  readonly isAborted: boolean;
  /** A header's value by its lower-case name, '' when absent; repeated headers are joined with `, ` (cookies with `; `). */
  header(name: string): string;
  /** Calls `listener` when the client disconnects before the answer; at once if it already has. */
  onAbort(listener: () => void): void;
  /** Calls `listener` with status and body once an answer has been given; never after an abort. */
  onAnswered(listener: (status: number, body: AnswerBody) => void): void;
  /**
   * Sends the answer. Only the first call counts; later ones, and those after an abort, do nothing. A status outside 200–599 or a header
   * with control characters is a bug: reported, and answered with 500.
   */
  answer(status: number, headers: readonly Header[], body?: AnswerBody): void;
  /** Reports a bug to the host's log; does not answer. */
  reportBug(error: unknown): void;
}

/** Content type of a JSON answer. */
export const json: Header = ['Content-Type', 'application/json'];

/** Content type of a plain-text answer. */
export const text: Header = ['Content-Type', 'text/plain; charset=utf-8'];

/** Keeps browsers from treating the answer as another type. */
export const noSniff: Header = ['X-Content-Type-Options', 'nosniff'];

/** Headers of a text that browsers must not run. */
export const plainText: readonly Header[] = [text, noSniff];

/** Seconds after which a client may retry after a 503 for overload. */
export const retryAfter: Header = ['Retry-After', '1'];

/** For answers to one client, which no cache, however old, may keep (decisions, 'CORS'). */
export const uncached: Header = ['Cache-Control', 'no-cache, no-store, must-revalidate'];

/** Keeps caches from storing the answer: by default they store even a 404, 405 or 501. */
export const noStore: Header = ['Cache-Control', 'no-store'];

/**
 * Answers an error that a handler threw. A `RequestError` gets its status and `faultText`; `headers` are added, and replace ours of the
 * same name. Anything else is a bug: reported, and answered with 500.
 */
export function answerFault(exchange: Exchange, error: unknown, headers: readonly Header[] = []): void {
  const all = faultHeaders(headers);
  if (error instanceof RequestError) {
    if (error instanceof OverloadError) all.push(retryAfter);
    exchange.answer(error.status, all, faultText(error.faults));
    return;
  }
  exchange.reportBug(error);
  exchange.answer(500, all, 'Internal error');
}

/** Headers of a fault answer: a text that must not be cached, and `own`, which replace those of the same name. */
export function faultHeaders(own: readonly Header[] = []): Header[] {
  const replaced = new Set(own.map(([name]) => name));
  return [...plainText, noStore].filter(([name]) => !replaced.has(name)).concat(own);
}

/** The body for a refused request: one line `Invalid request: <fault>` per fault. */
export function faultText(faults: readonly string[]): string {
  return faults.map((fault) => `Invalid request: ${fault.replaceAll(/[\r\n]+/g, ' ')}\n`).join('');
}
