/** Builds the URL of a call where macros do not suffice (bidders, `url`). */
import { quoted } from '../../openrtb/findings.ts';
import type { CallContext } from '../call-steps.ts';
import { refuse, refuseCall, type Refusal } from '../refusal.ts';
import { pathSegment, withQuery } from '../url.ts';
import { firstParam } from './params.ts';

/** The endpoint with a param of the call's first imp, percent-encoded, as its last path segment; refuses the call without that param. */
export function appendSegment<P, R>(
  of: (params: P) => string | number | undefined,
): (endpoint: string, c: CallContext<P, R>) => string | Refusal {
  return (endpoint, c) => {
    const given = String(of(c.params) ?? '');
    const segment = pathSegment(given);
    if (segment) return `${endpoint}${segment}`;
    return refuseCall(
      c,
      `${quoted(given)} of the params cannot end the bidder's path: give the name that the bidder gave you`,
    );
  };
}

/** The endpoint with the first value among the imps' params as the query parameter `name`; without one, the call is refused with `says`. */
export function firstInQuery<P, R>(
  name: string,
  of: (params: P) => string | number | undefined,
  says: string,
): (endpoint: string, c: CallContext<P, R>) => string | Refusal {
  return (endpoint, { imps }) => {
    const value = firstParam(imps, of);
    return value === undefined ? refuse(says) : withQuery(endpoint, { [name]: value });
  };
}
