/** Decides what the live request becomes with its stored request and stored imps (decisions, 'Stored merges'). */
import { isDeeper, maxDepth } from '../../openrtb/depth.ts';
import { isObject, mergePatch, own, type JsonObject } from '../../openrtb/merge-patch.ts';
import { parsedJson } from '../../openrtb/parsed-json.ts';

/** Stored texts by id, as the main thread found them for the first `maxImps` imps. */
export interface StoredTexts {
  readonly requests: ReadonlyMap<string, string>;
  readonly imps: ReadonlyMap<string, string>;
  readonly maxImps: number;
}

/** The merged request of any JSON type, what was wrong with the stored parts, and what was left out. */
export interface MergedRequest {
  readonly request: unknown;
  readonly faults: string[];
  readonly warnings: string[];
}

/**
 * The request with its stored parts merged in, the live members winning (RFC 7396). Stored imps are resolved in the
 * merged request, so a stored request may name them too; imps over `maxImps` are cut before. `faults` names each stored id
 * that was not found or is no object. The live value is not changed; it may be of any JSON type.
 */
export function mergeStored(live: unknown, stored: StoredTexts, namespace: string): MergedRequest {
  const faults: string[] = [];
  const warnings: string[] = [];
  const base = storedPart(live, namespace, { kind: 'request', path: '', texts: stored.requests, faults });
  const request = base === undefined ? live : mergePatch(base, live);
  const imps = isObject(request) ? own(request, 'imp') : undefined;
  if (!Array.isArray(imps)) return { request, faults, warnings };
  if (imps.length > stored.maxImps) {
    warnings.push(`the request has ${imps.length} imps: only the first ${stored.maxImps} take part`);
  }
  const merged = imps.slice(0, stored.maxImps).map((imp: unknown, at) => {
    const storedImp = storedPart(imp, namespace, { kind: 'imp', path: `imp[${at}].`, texts: stored.imps, faults });
    return storedImp === undefined ? imp : mergePatch(storedImp, imp);
  });
  const changed = merged.length !== imps.length || merged.some((imp, at) => imp !== imps[at]);
  return { request: changed ? { ...(request as JsonObject), imp: merged } : request, faults, warnings };
}

/** The stored id that `part` (a request or an imp) names at `ext.<namespace>.storedrequest.id`. */
export function storedId(part: unknown, namespace: string): string | undefined {
  let at: unknown = part;
  for (const key of ['ext', namespace, 'storedrequest', 'id']) {
    if (!isObject(at)) return undefined;
    at = own(at, key);
  }
  return typeof at === 'string' ? at : undefined;
}

interface Source {
  readonly kind: 'request' | 'imp';
  /** Where the part's `ext` stands: '' or `imp[0].`. */
  readonly path: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: string[];
}

function storedPart(part: unknown, namespace: string, source: Source): JsonObject | undefined {
  const id = storedId(part, namespace);
  if (id === undefined) return undefined;
  const text = source.texts.get(id);
  const name = `Stored ${source.kind} with ID=${JSON.stringify(id.slice(0, 200))}`;
  if (text === undefined) {
    source.faults.push(`${name} not found: store it, or correct ${source.path}ext.${namespace}.storedrequest.id`);
    return undefined;
  }
  const parsed = parsedJson(text);
  if (isObject(parsed) && !isDeeper(parsed, maxDepth)) return parsed;
  source.faults.push(`${name} is not a JSON object of at most ${maxDepth} levels: correct the stored text`);
  return undefined;
}
