/** Decides whether the service's own `ext` of the request, the user and the device is valid (spec 4.1; decisions, 'Wrong fields'). */
import { isKnownOrAll } from '../../openrtb/bidder-names.ts';
import { Findings, memberPath, quoted, type AnyCaseRules, type Place, type Verdict } from '../../openrtb/findings.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isMediaType, mediaTypes } from '../../openrtb/media-types.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { Floors } from '../../openrtb/svc-floors.ts';
import { deviceSvc, impSvc, userSvc, type DeviceSvc, type UserSvc } from '../../openrtb/svc-parts.ts';
import { bidderConfigs, requestSvc, type RequestSvc } from '../../openrtb/svc.ts';

/** The place of the values being checked, and the rules. */
type Check = Place & AnyCaseRules;

/** Checks `ext` (except prices), `user.ext` and `device.ext` under the service's namespace. The caller has checked the types. */
export function validateExt(request: BidRequest, rules: AnyCaseRules): Verdict {
  const { namespace } = rules;
  const findings = new Findings();
  const svc = requestSvc(request, namespace);
  if (svc !== undefined) {
    const check = { ...rules, path: `ext.${namespace}`, findings };
    validateRequestSvc(svc, check);
    warnOfStoredAuction(svc, request.imp ?? [], check);
  }
  const user = userSvc(request.user, namespace);
  if (user !== undefined) validateUserSvc(user, { ...rules, path: `user.ext.${namespace}`, findings });
  const device = deviceSvc(request.device, namespace);
  if (device !== undefined) validateDeviceSvc(device, `device.ext.${namespace}`, findings);
  return findings;
}

function validateRequestSvc(svc: RequestSvc, check: Check): void {
  const { path, findings, nameOf, isKnownInAnyCase } = check;
  const { channel, data, bidderparams, multibid } = svc;
  validateVendorIds(svc, check);
  validateSchains(svc, check);
  validateNoSale(svc['no-sale'], `${path}.no-sale`, check);
  validateNoSale(svc.nosale, `${path}.nosale`, check);
  if (channel !== undefined && !channel.name?.trim()) {
    findings.fault(`${path}.channel has no name: give one, or leave the channel out`);
  }
  if (bidderparams !== undefined) findings.warnOfUnknown(Object.keys(bidderparams), `${path}.bidderparams`, nameOf);
  validateCache(svc, check);
  validateControls(svc, check);
  if (svc.floors !== undefined) validateUntold(svc.floors, check);
  if (data?.bidders !== undefined) findings.warnOfUnknown(data.bidders, `${path}.data.bidders`, nameOf);
  for (const { bidder, bidders } of multibid ?? []) {
    findings.warnOfUnknown(bidder === undefined ? (bidders ?? []) : [bidder], `${path}.multibid`, isKnownInAnyCase);
  }
  for (const config of bidderConfigs(svc)) {
    findings.warnOfUnknown(config.bidders ?? [], `${path}.bidderconfig`, isKnownOrAll(nameOf));
  }
}

/**
 * A client that states a response expects no auction, so staying silent would cost money.
 * Only AMP pages, and responses that state nothing, get here.
 */
function warnOfStoredAuction(svc: RequestSvc, imps: readonly Imp[], { path, namespace, findings }: Check): void {
  const stated = svc.storedauctionresponse ?? undefined;
  if (stated === undefined || areAllStored(imps, namespace)) return;
  const isEmpty = stated.id === undefined && stated.seatbidarr === undefined;
  const why = isEmpty ? 'has neither id nor seatbidarr' : 'has no effect';
  const fix = isEmpty ? 'give one' : 'put it into each imp instead';
  findings.warn(`${path}.storedauctionresponse ${why}, so bidders are called as usual: ${fix}`);
}

/** True when each imp names its own stored response, as Prebid Mobile's SDKs do in addition to the request's. */
function areAllStored(imps: readonly Imp[], namespace: string): boolean {
  return imps.length > 0 && imps.every((imp) => impSvc(imp, namespace)?.storedauctionresponse);
}

/** Checks `biddercontrols`, whose keys are names of bidders or aliases. */
function validateControls({ biddercontrols = {} }: RequestSvc, { path, findings, isKnownInAnyCase }: Check): void {
  findings.warnOfUnknown(Object.keys(biddercontrols), `${path}.biddercontrols`, isKnownInAnyCase);
  for (const [bidder, { prefmtype }] of Object.entries(biddercontrols)) {
    if (prefmtype === undefined || isMediaType(prefmtype)) continue;
    const place = `${memberPath(`${path}.biddercontrols`, bidder)}.prefmtype`;
    findings.warn(`${place} is not a media type: ignored, use one of ${mediaTypes.join(', ')}`);
  }
}

/** Checks the names of bidders that are sent no floor. */
function validateUntold({ enforcement, data }: Floors, check: Check): void {
  const path = `${check.path}.floors`;
  const isKnown = isKnownOrAll(check.isKnownInAnyCase);
  const warn = (owner: { noFloorSignalBidders?: string[] } | undefined, ownerPath: string): void => {
    check.findings.warnOfUnknown(owner?.noFloorSignalBidders ?? [], `${ownerPath}.noFloorSignalBidders`, isKnown);
  };
  warn(enforcement, `${path}.enforcement`);
  warn(data, `${path}.data`);
  for (const [at, group] of (data?.modelGroups ?? []).entries()) warn(group, `${path}.data.modelGroups[${at}]`);
}

function validateCache({ cache, targeting }: RequestSvc, { path, findings }: Check): void {
  if (cache === undefined) return;
  if (cache.bids === undefined && cache.vastxml === undefined) {
    findings.warn(`${path}.cache has neither bids nor vastxml: nothing is cached, give one`);
  } else if (targeting === undefined) {
    findings.warn(`${path}.cache has no effect without ${path}.targeting: add targeting`);
  }
  for (const kind of ['bids', 'vastxml'] as const) {
    if ((cache[kind]?.ttlseconds ?? 0) < 0)
      findings.warn(`${path}.cache.${kind}.ttlseconds is negative: it is ignored`);
  }
}

function validateVendorIds({ aliases, aliasgvlids }: RequestSvc, { path, findings }: Check): void {
  for (const [alias, vendorId] of Object.entries(aliasgvlids ?? {})) {
    const entryPath = memberPath(`${path}.aliasgvlids`, alias);
    if (vendorId < 1) findings.fault(`${entryPath} must be a vendor id of 1 or more, not ${vendorId}: correct it`);
    if (aliases === undefined || !Object.hasOwn(aliases, alias)) {
      findings.warn(`${entryPath} is not an alias of this request: ignored`);
    }
  }
}

function validateSchains({ schains }: RequestSvc, { path, findings, nameOf }: Check): void {
  const seen = new Set<string>();
  for (const [index, { bidders, schain }] of (schains ?? []).entries()) {
    const entryPath = `${path}.schains[${index}]`;
    if (schain === undefined) findings.fault(`${entryPath} has no schain: give one, or remove the entry`);
    if (!bidders?.length) findings.fault(`${entryPath} has no bidders: name them, or "*" for all others`);
    const names = (bidders ?? []).filter((name) => name !== null);
    for (const bidder of names) {
      const name = nameOf(bidder) ?? bidder;
      if (seen.has(name)) findings.fault(`${entryPath} repeats ${quoted(bidder)}: give each bidder one schain`);
      seen.add(name);
    }
    findings.warnOfUnknown(names, entryPath, isKnownOrAll(nameOf));
  }
}

function validateNoSale(bidders: string[] | undefined, path: string, { findings, nameOf }: Check): void {
  if (bidders === undefined) return;
  if (bidders.length > 1 && bidders.includes('*')) findings.fault(`${path} holds "*" beside names: use "*" alone`);
  findings.warnOfUnknown(bidders, path, isKnownOrAll(nameOf));
}

function validateUserSvc({ buyeruids }: UserSvc, { path, findings, isKnownInAnyCase }: Check): void {
  const bidders = Object.keys(buyeruids ?? {});
  if (bidders.length === 0) findings.fault(`${path} has no buyeruids: give at least one, or leave ${path} out`);
  findings.warnOfUnknown(bidders, `${path}.buyeruids`, isKnownInAnyCase);
}

function validateDeviceSvc({ interstitial }: DeviceSvc, path: string, findings: Findings): void {
  for (const key of ['minwidthperc', 'minheightperc'] as const) {
    const percent = interstitial?.[key];
    if (percent !== undefined && !(percent >= 0 && percent <= 100)) {
      findings.fault(`${path}.interstitial.${key} must be from 0 to 100, not ${percent}: give a percentage`);
    }
  }
}
