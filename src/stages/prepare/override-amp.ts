/** Decides what an AMP page's stored request becomes: site, channel, targeting and caching (implementation A 6, AMP; decisions, 'AMP'). */
import type { Site } from '../../openrtb/inventory.ts';
import { idMacro } from '../../openrtb/mint-ids.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { requestSvc } from '../../openrtb/svc.ts';
import { webAddress } from '../../openrtb/web-address.ts';

/** What the page states; '' for nothing. */
interface AmpPage {
  readonly namespace: string;
  /** The canonical URL of the page. */
  readonly curl: string;
  readonly isDebug: boolean;
}

/** Why this request cannot be an AMP page's: it must have one imp, and be for a site. */
export function ampFaults({ imp, app, dooh }: BidRequest): string[] {
  const faults: string[] = [];
  if (imp?.length !== 1) {
    faults.push(`the stored request of an AMP page has ${imp?.length ?? 0} imps: store one with exactly one`);
  }
  if (app !== undefined) faults.push('the stored request of an AMP page has app: remove it');
  if (dooh !== undefined) faults.push('the stored request of an AMP page has dooh: remove it');
  return faults;
}

/** The request, which has passed `ampFaults`, adapted to an AMP page in everything but its imp. */
export function overrideAmp(request: BidRequest, page: AmpPage): { request: BidRequest; warnings: string[] } {
  const { namespace, curl } = page;
  const svc = requestSvc(request, namespace) ?? {};
  const pageUrl = webAddress(curl);
  const site: Site = { ...request.site, ext: { ...request.site?.ext, amp: 1 } };
  if (pageUrl !== undefined) Object.assign(site, { page: curl, domain: pageUrl.hostname });
  const forced = {
    ...svc,
    targeting: svc.targeting ?? {},
    cache: { ...svc.cache, bids: svc.cache?.bids ?? {} },
    channel: svc.channel ?? { name: 'amp' },
  };
  return {
    request: {
      ...request,
      // A request without an id asks for one, as a stored request may.
      id: request.id || idMacro,
      ...(page.isDebug && { test: 1 }),
      site,
      ext: { ...request.ext, [namespace]: forced },
    },
    warnings: curl !== '' && pageUrl === undefined ? ['curl is not an http or https URL: ignored'] : [],
  };
}
