/** Decides how large `bidderparams` may be, of which every imp gets a copy (spec 4.1.1). */
import { own, type JsonObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** The most characters of all copies together. */
const mostCharacters = 2 * 1024 * 1024;

/** The fault of a request whose copies would be too long, empty for none; `svc` is its `ext.<namespace>`. */
export function boundParams(svc: JsonObject, { imp }: Pick<BidRequest, 'imp'>, namespace: string): string[] {
  const bidderparams = own(svc, 'bidderparams');
  if (bidderparams === undefined) return [];
  const { length } = JSON.stringify(bidderparams);
  const imps = imp?.length ?? 0;
  if (length * imps <= mostCharacters) return [];
  return [
    `ext.${namespace}.bidderparams has ${length} characters, for each of ${imps} imps: shorten it, or offer fewer imps`,
  ];
}
