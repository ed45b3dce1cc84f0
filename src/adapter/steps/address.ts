/** What forms the URL of a call beyond macros (bidders, `url`). */
import { quoted } from '../../openrtb/findings.ts';
import type { CallContext } from '../call-steps.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { pathSegment, withQuery } from '../url.ts';
import { firstParam } from './params.ts';

/** The endpoint with a param of the call's first imp as the last segment of its path, percent-encoded; refused without one. */
export function appendSegment<P, R>(
  of: (params: P) => string | number | undefined,
): (endpoint: string, c: CallContext<P, R>) => string | Refusal {
  return (endpoint, { params }) => {
    const given = String(of(params) ?? '');
    const segment = pathSegment(given);
    if (segment) return `${endpoint}${segment}`;
    return refuse(
      `${quoted(given)} of the params cannot end the bidder's path: give the name that the bidder gave you`,
    );
  };
}

/** The endpoint with the first value that an imp's params have in its query; refused in this text without one. */
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
