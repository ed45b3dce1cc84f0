/** Decides how many members the parts of a request may have of which each bidder gets a copy of its own (spec 4.1.5, 4.1.14). */
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** More than any client sends; to copy and write thousands for each of a hundred aliases takes seconds. */
const mostMembers = 500;

/** A fault for each part with too many: the request, its `user`, its `ext` and `ext.<namespace>`. */
export function boundMembers(request: BidRequest, namespace: string): string[] {
  const faults: string[] = [];
  const count = (part: unknown, name: string): void => {
    const members = isObject(part) ? Object.keys(part).length : 0;
    if (members > mostMembers) faults.push(`${name} has ${members} members: keep at most ${mostMembers}`);
  };
  count(request, 'the request');
  count(request.user, 'user');
  count(request.ext, 'ext');
  count(own(request.ext, namespace), `ext.${namespace}`);
  return faults;
}
