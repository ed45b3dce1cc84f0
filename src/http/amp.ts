/** `GET /openrtb2/amp` (decisions, 'AMP'; implementation A 6): turns a page's URL parameters into a bid request over a stored one. */
import { isOrigin } from './cors.ts';
import { RequestError } from '../errors.ts';
import { plainText, type Exchange, type Header, type Route } from './exchange.ts';
import { routeOf, type AuctionServing } from './serve-auction.ts';

const sourceOrigin = 'AMP-Access-Control-Allow-Source-Origin';

/** Macros of AMP's Real Time Config: a runtime that does not know one leaves its name in place of a value. */
const unfilled =
  /^(?:(?:ATTR|CLIENT_ID|CONSENT_METADATA)\([\w-]*\)|ACCOUNT_ID|ADCID|CANONICAL_URL|CONSENT_STATE|CONSENT_STRING|HREF|PAGEVIEWID(?:_64)?|REFERRER|TGT|TIMEOUT)$/;

/** The route of AMP pages. */
export function ampRoute(serving: AuctionServing): Route {
  return routeOf(
    {
      method: 'GET',
      path: '/openrtb2/amp',
      entryPoint: 'amp',
      headers: plainText,
      ownHeaders: originHeaders,
      readBody: (exchange) => ampBody(exchange.query, serving.auction.namespace),
    },
    serving,
  );
}

/**
 * The bid request for a page. It names the stored request and carries every parameter (the first of repeated ones, no unfilled macro) for
 * `prepare`; account and timeout also go where admission reads them. Throws a `RequestError` 400 without `tag_id`.
 */
export function ampBody(query: URLSearchParams, namespace: string): Uint8Array<ArrayBuffer> {
  const data = new Map<string, string>();
  for (const [name, value] of query) if (!data.has(name) && !unfilled.test(value)) data.set(name, value);
  const id = data.get('tag_id') ?? '';
  if (id.trim() === '') throw new RequestError(400, ['tag_id is missing: name the stored request of the page']);
  const account = data.get('account')?.trim() ?? '';
  const timeout = data.get('timeout')?.trim() ?? '';
  const tmax = /^\d{1,15}$/.test(timeout) ? Number(timeout) : 0;
  const request = {
    ...(tmax > 0 && { tmax }),
    ...(account !== '' && { site: { publisher: { id: account } } }),
    ext: { [namespace]: { storedrequest: { id }, amp: { data: Object.fromEntries(data) } } },
  };
  return new TextEncoder().encode(JSON.stringify(request));
}

/** Headers that echo the page's origin, as the AMP runtime requires; nothing but an origin is echoed. */
function originHeaders(exchange: Exchange): Header[] {
  const origin = exchange.query.get('__amp_source_origin') || exchange.header('origin');
  if (!isOrigin(origin)) return [];
  return [
    [sourceOrigin, origin],
    ['Access-Control-Expose-Headers', sourceOrigin],
  ];
}
