/** The contract between the server and an endpoint: a route, one exchange, and how a fault is answered (decisions, '400 / 503 bodies'). */
import { OverloadError, RequestError } from '../errors.ts';
import type { Parts } from './parts.ts';

/** One header of an answer. */
export type Header = readonly [name: string, value: string];

/** What an answer holds. */
export type AnswerBody = Uint8Array | ArrayBuffer | string | Parts;

/** Who may read an answer: any origin with its cookies (echoed), any origin without cookies (`*`), or the same origin only. */
export type Cors = 'credentials' | 'public' | 'none';

/** An endpoint. A path ending in `/:name` takes any one last segment, which `exchange.parameter` holds. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE';
  readonly path: string;
  readonly cors: Cors;
  /** True: `handle` is called when the whole body is there. False: at once, and a body is thrown away. */
  readonly body: boolean;
  /** True: refused with 503 while this process is behind, before its body is read. */
  readonly sheds?: boolean;
  /** True: refused with 503 as soon as this process is behind, before its work is done, so that auctions are not. */
  readonly yields?: boolean;
  /** Headers of the answer when its body is refused, or `handle` throws. */
  readonly faultHeaders?: readonly Header[];
  /** Told why a body was refused, once that is answered, never after an abort: `handle` does not hear of such a request. */
  readonly onUnread?: (exchange: Exchange, error: unknown) => void;
  /** Answers the exchange. What it throws is answered too; a promise that ends without an answer is a bug (500). */
  readonly handle: (exchange: Exchange) => void | Promise<void>;
}

/** One request and its answer. */
export interface Exchange {
  /** `performance.now()` when the request's head had arrived. */
  readonly arrivedAtMs: number;
  /** As sent, percent-encoded. */
  readonly path: string;
  /** Whose request it is, for the log of bugs; '' until its handler says. */
  account: string;
  /** The decoded last segment where the route's path ends in `/:name`, else ''. */
  readonly parameter: string;
  /** True for a request that wants the head of an answer only, as link checkers send. */
  readonly isHead: boolean;
  /** Parsed at first use; `get` returns the first of repeated parameters. */
  readonly query: URLSearchParams;
  /** The inflated body in an ArrayBuffer of its own, exactly as long: it may be transferred. Empty unless the route takes one. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The address of the browser or app, behind trusted proxies; IPv6 in the form of RFC 5952. */
  readonly clientAddress: string;
  /** True if the client came over https. */
  readonly https: boolean;
  /** True once the client went away: nothing can be answered any more. */
  readonly isAborted: boolean;
  /** A header's value by its lower-case name, '' when absent; repeated headers are joined with `, ` (cookies with `; `). */
  header(name: string): string;
  /** Calls `listener` when the client goes away before the answer; at once if it already has. */
  onAbort(listener: () => void): void;
  /** Calls `listener` with status and body once an answer has been sent; never after an abort. */
  onAnswered(listener: (status: number, body: AnswerBody) => void): void;
  /**
   * Sends the answer: the first call counts, later ones and those after an abort do nothing.
   * A status outside 200–599 or a header with control characters is a bug: reported, and answered with 500.
   */
  answer(status: number, headers: readonly Header[], body?: AnswerBody): void;
  /** Hands a bug to the host's log; answers nothing. */
  reportBug(error: unknown): void;
}

/** Of an answer that is JSON. */
export const json: Header = ['Content-Type', 'application/json'];

/** Of an answer that is a text. */
export const text: Header = ['Content-Type', 'text/plain; charset=utf-8'];

/** No browser may take the answer for another type. */
export const noSniff: Header = ['X-Content-Type-Options', 'nosniff'];

/** Headers of a text that no browser may run. */
export const plainText: readonly Header[] = [text, noSniff];

/** When a client may come back after a 503 for want of room, in seconds. */
export const retryAfter: Header = ['Retry-After', '1'];

/** Of answers to one client, which no cache of any age may keep (decisions, 'CORS'). */
export const uncached: Header = ['Cache-Control', 'no-cache, no-store, must-revalidate'];

/** Caches keep what they get, a 404, 405 or 501 too, unless told. */
export const noStore: Header = ['Cache-Control', 'no-store'];

/**
 * Answers what a handler threw: a `RequestError` with its status and `faultText`, `headers` added (they replace ours of the
 * same name); anything else is a bug: reported, and answered with 500.
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

/** Headers of a fault: a text that nobody keeps, and `own`, which replace those of the same name. */
export function faultHeaders(own: readonly Header[] = []): Header[] {
  const told = new Set(own.map(([name]) => name));
  return [...plainText, noStore].filter(([name]) => !told.has(name)).concat(own);
}

/** What a refused request is told: a line `Invalid request: <fault>` for each fault. */
export function faultText(faults: readonly string[]): string {
  return faults.map((fault) => `Invalid request: ${fault.replaceAll(/[\r\n]+/g, ' ')}\n`).join('');
}
