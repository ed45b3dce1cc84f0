/** The plainest auction of a test: its request, and how it is asked for. */

/** A request with one imp, a banner, for these bidders with their params, on a website; `more` are further members, or others. */
export function requestFor<More extends object>(bidder: object, more: More = {} as More) {
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }];
  return { id: 'r1', imp, site: { page: 'https://news.example/' }, ...more };
}

/** Posts a request to the service at `url`; a text and bytes go out as they are. */
export function postAuction(url: string, request: unknown, headers: Record<string, string> = {}) {
  const body = typeof request === 'string' || request instanceof Uint8Array ? request : JSON.stringify(request);
  return fetch(`${url}/openrtb2/auction`, { method: 'POST', body: body as string, headers });
}
