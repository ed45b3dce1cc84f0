/**
 * Decides how many members a request's parts may have of which each bidder gets its own copy (bidders, 'Overrides, not copies'; spec 4.1.5,
 * 4.1.14), or which are searched for each bidder (4.1.8), or whose every name is looked up among the bidders (4.1.1, 4.1.2).
 */
import { hasMoreMembers } from '../../openrtb/copied-members.ts';
import { memberPath } from '../../openrtb/findings.ts';
import { isObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { impSvc, userSvc } from '../../openrtb/svc-parts.ts';
import { requestSvc, type RequestSvc } from '../../openrtb/svc.ts';

/** More than any client sends; copying and serializing thousands for each of hundreds of bidders takes seconds. */
const mostMembers = 500;

const parts = ['site', 'app', 'dooh', 'device', 'user', 'source'] as const;

/**
 * Adds a fault if a part has too many members. In its path, `<namespace>` stands for that word and `[]` for `at`, an index or a name: paths
 * are composed for faults only.
 */
type Count = (part: unknown, path: string, at?: number | string) => void;

/**
 * A fault for each part with too many: the request, its imps and its other objects, the extensions that bidders' steps change, maps by
 * bidder, its multibid entries and its rates.
 */
export function boundMembers(request: BidRequest, namespace: string): string[] {
  const faults: string[] = [];
  const count: Count = (part, path, at) => {
    if (!isObject(part) || !hasMoreMembers(part, mostMembers)) return;
    const [before = '', after = ''] = path.replace('<namespace>', namespace).split('[]');
    const place = typeof at === 'string' ? memberPath(before, at) : before + (at === undefined ? '' : `[${at}]`);
    faults.push(`${place}${after} has ${Object.keys(part).length} members: keep at most ${mostMembers}`);
  };
  const { user, source, ext, imp } = request;
  count(request, 'the request');
  for (const name of parts) count(request[name], name);
  count(user?.ext, 'user.ext');
  count(userSvc(user, namespace)?.buyeruids, 'user.ext.<namespace>.buyeruids');
  count(source?.ext, 'source.ext');
  count(ext, 'ext');
  const svc = requestSvc(request, namespace);
  if (svc !== undefined) countInSvc(svc, count);
  imp?.forEach((one, at) => {
    count(one, 'imp[]', at);
    count(one.ext, 'imp[].ext', at);
    const svc = impSvc(one, namespace);
    count(svc?.bidder, 'imp[].ext.<namespace>.bidder', at);
    count(svc?.imp, 'imp[].ext.<namespace>.imp', at);
  });
  return faults;
}

function countInSvc(svc: RequestSvc, count: Count): void {
  const { bidderparams, bidadjustmentfactors, aliasgvlids, multibid, currency } = svc;
  count(svc, 'ext.<namespace>');
  count(bidderparams, 'ext.<namespace>.bidderparams');
  countRows(bidderparams, 'ext.<namespace>.bidderparams[]', count);
  count(bidadjustmentfactors, 'ext.<namespace>.bidadjustmentfactors');
  countRows(bidadjustmentfactors?.mediatypes, 'ext.<namespace>.bidadjustmentfactors.mediatypes[]', count);
  count(aliasgvlids, 'ext.<namespace>.aliasgvlids');
  multibid?.forEach((entry, at) => count(entry, 'ext.<namespace>.multibid[]', at));
  count(currency?.rates, 'ext.<namespace>.currency.rates');
  countRows(currency?.rates, 'ext.<namespace>.currency.rates[]', count);
}

function countRows(table: { readonly [name: string]: unknown } | undefined, path: string, count: Count): void {
  if (table !== undefined) for (const name in table) count(table[name], path, name);
}
