/** What forms the URL of a call beyond macros (bidders, `url`). */
import { refuse, type CallContext, type Refusal } from '../definition.ts';
import { pathSegment } from '../url.ts';

/** The endpoint with a param of the call's first imp as the last segment of its path, percent-encoded; refused without one. */
export function appendSegment<P, R>(
  of: (params: P) => string | number | undefined,
): (endpoint: string, c: CallContext<P, R>) => string | Refusal {
  return (endpoint, { params }) => {
    const segment = pathSegment(String(of(params) ?? ''));
    return segment ? `${endpoint}${segment}` : refuse("the params do not name the end of the bidder's path");
  };
}
