/** Decides whether each imp is valid (spec 7; decisions, 'Imps'; implementation A 1.6). Native has its own stage. */
import type { Banner, Format } from '../../openrtb/banner.ts';
import { Findings, type Place, type RequestRules, type Verdict } from '../../openrtb/findings.ts';
import type { Imp } from '../../openrtb/imp.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { impSvc, type ImpSvc } from '../../openrtb/svc-parts.ts';

const deprecatedSizes = { wmin: 'w', wmax: 'w', hmin: 'h', hmax: 'h' } as const;
const videoCounts = ['w', 'h', 'minduration', 'maxduration', 'minbitrate', 'maxbitrate'] as const;
const audioCounts = ['minduration', 'maxduration', 'sequence', 'maxseq', 'minbitrate', 'maxbitrate'] as const;
const formatSizes = ['w', 'h'] as const;
const formatRatios = ['wmin', 'wratio', 'hratio'] as const;

/** Checks every imp except its bidders' params and its native request. The caller has checked the types. */
export function validateImps(request: BidRequest, { namespace, nameOf }: RequestRules): Verdict {
  const findings = new Findings();
  const ids = new Set<string>();
  for (const [index, imp] of (request.imp ?? []).entries()) {
    const path = `imp[${index}]`;
    validateId(imp, path, { ids, findings });
    validateMedia(imp, path, findings);
    const svc = impSvc(imp, namespace);
    if (svc !== undefined) validateImpSvc(svc, `${path}.ext.${namespace}`, { findings, nameOf });
  }
  return findings;
}

function validateId({ id }: Imp, path: string, { ids, findings }: { ids: Set<string>; findings: Findings }): void {
  if (!id) findings.fault(`${path}.id is missing: give each imp an id of its own`);
  else if (ids.has(id)) findings.fault(`${path}.id repeats that of an earlier imp: give each imp an id of its own`);
  else ids.add(id);
}

function validateMedia(imp: Imp, path: string, findings: Findings): void {
  const { banner, video, audio, native, metric, pmp } = imp;
  refuseDeprecated(imp, 'banner.format', { path, findings });
  if (imp.exp !== undefined && imp.exp < 0) findings.warn(`${path}.exp is negative: it is ignored`);
  if (metric !== undefined && metric.length > 0) findings.fault(`${path}.metric is not supported: remove it`);
  if (banner === undefined && video === undefined && audio === undefined && native === undefined) {
    findings.fault(`${path} has no media type: give it a banner, video, audio or native`);
  }
  if (banner !== undefined) validateBanner(banner, imp.instl === 1, { path: `${path}.banner`, findings });
  if (video !== undefined) validateStream(video, videoCounts, { path: `${path}.video`, findings });
  if (audio !== undefined) validateStream(audio, audioCounts, { path: `${path}.audio`, findings });
  for (const [index, deal] of (pmp?.deals ?? []).entries()) {
    if (!deal.id) findings.fault(`${path}.pmp.deals[${index}].id is missing: give each deal its id`);
  }
}

function refuseDeprecated(owner: object, formats: string, { path, findings }: Place): void {
  const given: { [key in keyof typeof deprecatedSizes]?: unknown } = owner;
  for (const key of ['wmin', 'wmax', 'hmin', 'hmax'] as const) {
    if (given[key] === undefined || given[key] === null) continue;
    findings.fault(`${path}.${key} is no longer supported: use ${formats}[].${deprecatedSizes[key]} instead`);
  }
}

function validateBanner(banner: Banner, isInterstitial: boolean, { path, findings }: Place): void {
  refuseDeprecated(banner, 'format', { path, findings });
  refuseNegative(banner, formatSizes, { path, findings });
  const hasSize = isSet(banner.w) && isSet(banner.h);
  if (!hasSize && !banner.format?.length && !isInterstitial) {
    findings.fault(`${path} has no size: give w and h, or format`);
  }
  for (const [index, format] of (banner.format ?? []).entries()) {
    validateFormat(format, { path: `${path}.format[${index}]`, findings });
  }
}

function validateFormat(format: Format, { path, findings }: Place): void {
  const hasSizes = isSet(format.w) || isSet(format.h);
  const hasRatios = isSet(format.wmin) || isSet(format.wratio) || isSet(format.hratio);
  if (hasSizes === hasRatios) {
    findings.fault(`${path} must have either w and h, or wmin, wratio and hratio: use one of the two`);
    return;
  }
  for (const key of hasSizes ? formatSizes : formatRatios) {
    if (!((format[key] ?? 0) > 0)) findings.fault(`${path}.${key} must be above 0: give all parts of the size`);
  }
}

function isSet(size: number | undefined): boolean {
  return size !== undefined && size !== 0;
}

function validateStream<K extends string>(
  stream: { mimes?: string[] } & { [key in K]?: number },
  counts: readonly K[],
  place: Place,
): void {
  if (!stream.mimes?.length) place.findings.fault(`${place.path}.mimes is missing or empty: name at least one`);
  refuseNegative(stream, counts, place);
}

function refuseNegative<K extends string>(
  owner: { [key in K]?: number },
  keys: readonly K[],
  { path, findings }: Place,
): void {
  for (const key of keys) {
    const value: number | undefined = owner[key];
    if (value !== undefined && value < 0) findings.fault(`${path}.${key} must not be negative: correct it`);
  }
}

function validateStoredAuction(
  { id, seatbidobj, seatbidarr }: NonNullable<ImpSvc['storedauctionresponse']>,
  impPath: string,
  findings: Findings,
): void {
  const path = `${impPath}.storedauctionresponse`;
  if (!id && seatbidobj === undefined) {
    findings.fault(`${path}.id is missing: name the stored response, or give seatbidobj`);
  }
  if (seatbidarr === undefined) return;
  findings.warn(`${path}.seatbidarr is ignored in an imp: give seatbidobj, or put it into the request`);
}

function validateImpSvc(
  svc: ImpSvc,
  path: string,
  { findings, nameOf }: Pick<RequestRules, 'nameOf'> & { findings: Findings },
): void {
  const { storedauctionresponse, storedbidresponse } = svc;
  if (storedauctionresponse !== undefined) {
    validateStoredAuction(storedauctionresponse, path, findings);
    // The rest is then ignored (spec 4.1.6).
    return;
  }
  for (const [index, { bidder, id }] of (storedbidresponse ?? []).entries()) {
    const entryPath = `${path}.storedbidresponse[${index}]`;
    if (!bidder || !id) findings.fault(`${entryPath} needs both bidder and id: give them, or remove the entry`);
    else findings.warnOfUnknown([bidder], entryPath, nameOf);
  }
  if (svc.imp !== undefined) findings.warnOfUnknown(Object.keys(svc.imp), `${path}.imp`, nameOf);
}
