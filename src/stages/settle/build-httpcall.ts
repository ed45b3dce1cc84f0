/** Decides what debug output shows of one call (spec 2.3 `ext.debug.httpcalls`; decisions, 'debug'). */
import { blotter, withoutCredentials } from '../../config/secrets.ts';
import type { JsonObject } from '../../openrtb/json-object.ts';

/** One call and its reply as text. `headers` alternates names and values; `status` 0 and `responsebody` '' without a reply. */
interface HttpCall {
  readonly uri: string;
  readonly headers: readonly string[];
  readonly requestbody: string;
  readonly responsebody: string;
  readonly status: number;
  /** The credentials that the bidder gave this host: never shown. */
  readonly secrets: readonly string[];
}

/** Names of headers that carry secrets. */
const secret = /^(?:authorization|proxy-authorization|cookie|.*(?:token|secret|api-?key|signature|password).*)$/i;

/** The entry of `ext.debug.httpcalls.<bidder>`, without headers that carry secrets and with the host's secrets masked. */
export function buildHttpcall(call: HttpCall): JsonObject {
  const hide = blotter(call.secrets);
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < call.headers.length; at += 2) {
    const name = call.headers[at]!;
    if (!secret.test(name)) headers.set(name, [...(headers.get(name) ?? []), hide(call.headers[at + 1]!)]);
  }
  return {
    uri: hide(withoutCredentials(call.uri)),
    requestbody: hide(call.requestbody),
    requestheaders: Object.fromEntries(headers),
    responsebody: hide(call.responsebody),
    status: call.status,
  };
}
