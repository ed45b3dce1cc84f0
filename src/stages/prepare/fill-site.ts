/** Decides the implicit fields of `site`: page, domains and the AMP flag (implementation A 1.5). */
import { getDomain } from 'tldts';
import type { Site } from '../../openrtb/inventory.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { webAddress } from '../../openrtb/web-address.ts';

/**
 * The request with `site.page`, `site.domain` (host, port kept) and `site.publisher.domain` (the registrable domain)
 * filled from `referer`, else from `site.page`, and `site.ext.amp` 0 when absent. A request without site, app and dooh gets
 * a site if `referer` is a web page; without one it is returned as it is.
 */
export function fillSite(request: BidRequest, referer: string): BidRequest {
  const lacksInventory = request.site === undefined && request.app === undefined && request.dooh === undefined;
  const site = lacksInventory && webAddress(referer) !== undefined ? {} : request.site;
  if (site === undefined) return request;
  const changes: Site = {};
  const isWhole = site.page && site.domain && site.publisher?.domain;
  const page = isWhole ? undefined : (webAddress(referer) ?? webAddress(site.page ?? ''));
  if (page !== undefined) {
    if (!site.page) changes.page = referer;
    if (!site.domain) changes.domain = page.host;
    if (!site.publisher?.domain) {
      const domain = getDomain(page.hostname);
      if (domain !== null) changes.publisher = { ...site.publisher, domain };
    }
  }
  if (site.ext?.amp === undefined) changes.ext = { ...site.ext, amp: 0 };
  return Object.keys(changes).length === 0 ? request : { ...request, site: { ...site, ...changes } };
}
