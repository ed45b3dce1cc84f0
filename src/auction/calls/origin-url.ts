/** The URL of a bidder's host, as undici's clients want it: they ask it for its origin and protocol at every call. */

/** The URL of an origin such as `https://host:8443`. It keeps what a URL puts together at every look, and all clients of a host may share it. */
export function originUrl(origin: string): URL {
  const url = new URL(origin);
  return Object.defineProperties(url, { origin: { value: url.origin }, protocol: { value: url.protocol } });
}
