/** Decides the CORS headers of answers and preflights (decisions, 'CORS'; Fetch standard section 3.3). */
import type { Cors, Header, Route } from './exchange.ts';

/** `null`, or scheme, host and port: what browsers send, with nothing that could break a header. */
const saneOrigin = /^(?:null|[a-z][a-z0-9+.-]{0,30}:\/\/(?:[a-z0-9._~%-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?)$/i;

const none: readonly Header[] = [];
const anyone: readonly Header[] = [['Access-Control-Allow-Origin', '*']];
const varied: readonly Header[] = [['Vary', 'Origin']];

/** Headers that scripts may send besides the CORS-safelisted ones. */
const allowedHeaders = 'Accept, Content-Encoding, Content-Type, Origin, X-Requested-With';

/** How long browsers may cache the answer to a preflight. */
const maxAgeSeconds = '86400';

/** True for text that may be echoed as an origin. */
export function isOrigin(text: string): boolean {
  return saneOrigin.test(text);
}

/** The CORS headers of a route's answers; `origin` is the request's header, '' when absent. An invalid origin is not echoed. */
export function corsHeaders(cors: Cors, origin: string): readonly Header[] {
  if (cors === 'none') return none;
  if (cors === 'public') return anyone;
  if (!isOrigin(origin)) return varied;
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Vary', 'Origin'],
  ];
}

/** The headers of a preflight request. */
export interface Preflight {
  /** `Origin`. */
  readonly origin: string;
  /** `Access-Control-Request-Method`. */
  readonly method: string;
}

/**
 * The headers of the answer to a preflight for the routes at one path: those of the requested method's route, else of the first route open
 * to other origins; undefined if there is none.
 */
export function preflightHeaders(
  routes: readonly Route[],
  { origin, method }: Preflight,
): readonly Header[] | undefined {
  const open = routes.filter((route) => route.cors !== 'none');
  const first = open.find((route) => route.method === method) ?? open[0];
  if (!first) return undefined;
  const methods = open.filter((route) => route.cors === first.cors).map((route) => route.method);
  return [
    ...corsHeaders(first.cors, origin),
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ['Access-Control-Allow-Headers', allowedHeaders],
    ['Access-Control-Max-Age', maxAgeSeconds],
  ];
}
