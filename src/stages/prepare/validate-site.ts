/** Decides whether a site says what it is (implementation A 1.6). */
import type { BidRequest } from '../../openrtb/request.ts';

/** The fault of a site with neither id nor page. Ask it after implicit fields are filled: `Referer` may give the page. */
export function validateSite({ site }: BidRequest): string[] {
  return site === undefined || site.id || site.page ? [] : ['site has neither id nor page: give one of them'];
}
