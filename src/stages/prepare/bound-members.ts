/**
 * Decides how many members a request's parts may have of which each bidder gets its own copy (bidders, 'Overrides, not copies'; spec 4.1.5,
 * 4.1.14), or which are searched for each bidder (4.1.8).
 */
import { memberPath } from '../../openrtb/findings.ts';
import { hasMoreMembers } from '../../openrtb/has-more-members.ts';
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { requestSvc } from '../../openrtb/svc.ts';

/** More than any client sends; copying and serializing thousands for each of hundreds of bidders takes seconds. */
const mostMembers = 500;

const parts = ['site', 'app', 'dooh', 'device', 'user', 'source'] as const;

/**
 * A fault for each part with too many:
 * the request, its imps and its other objects, the extensions that bidders' steps change, its multibid entries and its rates.
 */
export function boundMembers(request: BidRequest, namespace: string): string[] {
  const faults: string[] = [];
  const count = (part: unknown, name: string, at?: number): void => {
    if (!isObject(part) || !hasMoreMembers(part, mostMembers)) return;
    const place = at === undefined ? name : name.replace('[]', `[${at}]`);
    faults.push(`${place} has ${Object.keys(part).length} members: keep at most ${mostMembers}`);
  };
  const { user, source, ext, imp } = request;
  count(request, 'the request');
  for (const name of parts) count(request[name], name);
  count(user?.ext, 'user.ext');
  count(source?.ext, 'source.ext');
  count(ext, 'ext');
  count(own(ext, namespace), `ext.${namespace}`);
  const { multibid, currency: { rates = {} } = {} } = requestSvc(request, namespace) ?? {};
  multibid?.forEach((entry, at) => count(entry, `ext.${namespace}.multibid[]`, at));
  count(rates, `ext.${namespace}.currency.rates`);
  for (const [base, row] of Object.entries(rates)) count(row, memberPath(`ext.${namespace}.currency.rates`, base));
  imp?.forEach((one, at) => {
    count(one, 'imp[]', at);
    count(one.ext, 'imp[].ext', at);
  });
  return faults;
}
