/** Decides whether a native request is valid (implementation A 1.6; OpenRTB Native 1.2 sections 4 and 7). */
import type { Findings, Place } from './findings.ts';
import type { Asset, NativeRequest } from './native-request.ts';

/** The range of a code list in the native standard; values from 500 on are exchange-specific. */
interface Codes {
  readonly least: number;
  readonly most: number;
}

const contexts: Codes = { least: 1, most: 3 };
const placements: Codes = { least: 1, most: 4 };
const dataTypes: Codes = { least: 1, most: 12 };
const events: Codes = { least: 1, most: 4 };
const trackingMethods: Codes = { least: 1, most: 2 };
const videoProtocols: Codes = { least: 1, most: 10 };

/** The subtypes of each context: content, social, product. */
const subtypes: ReadonlyMap<number, Codes> = new Map([
  [1, { least: 10, most: 15 }],
  [2, { least: 20, most: 22 }],
  [3, { least: 30, most: 32 }],
]);

const ownCodes = 500;

/** Adds the faults of `native`, whose asset ids are already filled in and whose types are already checked. */
export function validateNative(native: NativeRequest, path: string, findings: Findings): void {
  const { context, contextsubtype, plcmttype, assets, eventtrackers } = native;
  requireCode(context || undefined, contexts, { path: `${path}.context`, findings });
  requireCode(plcmttype || undefined, placements, { path: `${path}.plcmttype`, findings });
  if (context && contextsubtype && !isSubtype(contextsubtype, context)) {
    const whose = subtypes.has(context) ? `context ${context}` : 'any context';
    findings.fault(`${path}.contextsubtype ${contextsubtype} does not belong to ${whose}: correct one of them`);
  }
  if (!assets?.length) findings.fault(`${path}.assets is missing or empty: ask for at least one asset`);
  const ids = new Set<number | undefined>();
  for (const [index, asset] of (assets ?? []).entries()) {
    const assetPath = `${path}.assets[${index}]`;
    if (ids.has(asset.id))
      findings.fault(`${assetPath}.id ${asset.id} repeats that of an earlier asset: give each its own`);
    ids.add(asset.id);
    validateAsset(asset, { path: assetPath, findings });
  }
  for (const [index, { event, methods }] of (eventtrackers ?? []).entries()) {
    const place = { path: `${path}.eventtrackers[${index}]`, findings };
    requireCode(event ?? 0, events, { path: `${place.path}.event`, findings });
    requireCodes(methods, trackingMethods, { path: `${place.path}.methods`, findings });
  }
}

/** Whether the context has this subtype; an exchange-specific context has the subtypes of all others. */
function isSubtype(subtype: number, context: number): boolean {
  if (subtype >= ownCodes) return true;
  const codes = subtypes.get(context);
  return codes === undefined
    ? [...subtypes.values()].some((codes) => isWithin(subtype, codes))
    : isWithin(subtype, codes);
}

function validateAsset({ title, img, video, data }: Asset, { path, findings }: Place): void {
  const kinds = [title, img, video, data].filter((kind) => kind !== undefined).length;
  if (kinds !== 1)
    findings.fault(`${path} must have exactly one of title, img, video and data, not ${kinds}: split or fill it`);
  if (title !== undefined) requirePositive(title.len, `${path}.title.len`, findings);
  if (data !== undefined) requireCode(data.type ?? 0, dataTypes, { path: `${path}.data.type`, findings });
  if (img !== undefined) {
    for (const key of ['w', 'h', 'wmin', 'hmin'] as const) {
      if ((img[key] ?? 0) < 0) findings.fault(`${path}.img.${key} must not be negative: correct it, or leave it out`);
    }
  }
  if (video !== undefined) {
    if (!video.mimes?.length) findings.fault(`${path}.video.mimes is missing or empty: name at least one`);
    requirePositive(video.minduration, `${path}.video.minduration`, findings);
    requirePositive(video.maxduration, `${path}.video.maxduration`, findings);
    requireCodes(video.protocols, videoProtocols, { path: `${path}.video.protocols`, findings });
  }
}

function requirePositive(value: number | undefined, path: string, findings: Findings): void {
  if (value === undefined || value < 1) findings.fault(`${path} must be 1 or more: give it`);
}

function requireCodes(values: number[] | undefined, codes: Codes, { path, findings }: Place): void {
  if (!values?.length) findings.fault(`${path} is missing or empty: name at least one`);
  for (const [index, value] of (values ?? []).entries())
    requireCode(value, codes, { path: `${path}[${index}]`, findings });
}

function requireCode(value: number | undefined, codes: Codes, { path, findings }: Place): void {
  if (value === undefined || isWithin(value, codes) || value >= ownCodes) return;
  findings.fault(
    `${path} must be from ${codes.least} to ${codes.most}, or ${ownCodes} and up for an own code: correct it`,
  );
}

function isWithin(value: number, { least, most }: Codes): boolean {
  return value >= least && value <= most;
}
