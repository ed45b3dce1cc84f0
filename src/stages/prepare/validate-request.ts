/** Decides whether a request as a whole is valid (spec 4.1.15 and 7; decisions, 'Requests'; implementation A 1.6). */
import { Findings, type RequestRules, type Verdict } from '../../openrtb/findings.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * Checks a request except its imps and the service's `ext` (each has its own stage). The caller has checked the types, moved 2.5 places and
 * filled the implicit fields: `Referer` may give a site its page.
 */
export function validateRequest(request: BidRequest, { namespace }: RequestRules): Verdict {
  const findings = new Findings();
  const { id, imp, tmax, wseat, bseat } = request;
  if (!id) findings.fault('id is missing: give the request an id');
  if (tmax !== undefined && tmax < 0) findings.fault('tmax must not be negative: give milliseconds, or leave it out');
  if (imp === undefined || imp.length === 0) findings.fault('imp is missing or empty: offer at least one imp');
  if (isGiven(wseat)) findings.fault(noSeats('wseat', namespace));
  if (isGiven(bseat)) findings.fault(noSeats('bseat', namespace));
  validateInventory(request, findings);
  validateDevice(request, findings);
  validatePositive(request.user?.geo?.accuracy, 'user.geo.accuracy', findings);
  validateFlag(request.regs?.gdpr, 'regs.gdpr (or regs.ext.gdpr)', findings);
  return findings;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function noSeats(field: string, namespace: string): string {
  return `${field} is not supported: remove it, and name the bidders to ask under imp[].ext.${namespace}.bidder`;
}

function validateInventory({ site, app, dooh }: BidRequest, findings: Findings): void {
  const given = [site && 'site', app && 'app', dooh && 'dooh'].filter((place) => place !== undefined);
  if (given.length === 0) findings.fault('site, app and dooh are all missing: give exactly one of them');
  if (given.length > 1) findings.fault(`${given.join(' and ')} are present together: keep exactly one of them`);
  if (site !== undefined && !site.id && !site.page) findings.fault('site has neither id nor page: give one of them');
  validateFlag(site?.ext?.amp, 'site.ext.amp', findings);
  if (dooh !== undefined && !dooh.id && !dooh.venuetype?.length) {
    findings.fault('dooh has neither id nor venuetype: give one of them');
  }
}

function validateDevice({ device }: BidRequest, findings: Findings): void {
  if (device === undefined) return;
  validatePositive(device.w, 'device.w', findings);
  validatePositive(device.h, 'device.h', findings);
  validatePositive(device.ppi, 'device.ppi', findings);
  validatePositive(device.geo?.accuracy, 'device.geo.accuracy', findings);
}

function validatePositive(value: number | undefined, path: string, findings: Findings): void {
  if (value !== undefined && value < 0) findings.fault(`${path} must not be negative: correct it, or leave it out`);
}

function validateFlag(value: number | undefined, path: string, findings: Findings): void {
  if (value !== undefined && value !== 0 && value !== 1) {
    findings.fault(`${path} must be 0 or 1, not ${value}: correct it, or leave it out`);
  }
}
