/**
 * Decides what the live request becomes with its stored request and imps, over the host's default
 * (decisions, 'Stored merges'; implementations A 1.4, B 0).
 */
import { fewMembers } from '../../openrtb/copied-members.ts';
import { maxDepth } from '../../openrtb/depth.ts';
import { ImpLayers } from '../../openrtb/imp-layers.ts';
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import { yieldRequest } from '../../openrtb/yield-stored.ts';

/**
 * Stored objects by id, as the main thread found them for the first `maxImps` imps;
 * undefined for a text that is not a JSON object, or is deeper than `maxDepth`.
 */
export interface StoredObjects {
  readonly requests: ReadonlyMap<string, JsonObject | undefined>;
  readonly imps: ReadonlyMap<string, JsonObject | undefined>;
  readonly maxImps: number;
  /** The host's default request, which applies wherever a request states nothing else. */
  readonly defaults?: JsonObject | undefined;
  /** The parameter that named the stored request, where the client sent no `ext`. */
  readonly parameter?: string;
}

/** The merged request, of any JSON type, the faults of its stored parts, and what was left out. */
interface MergedRequest {
  readonly request: unknown;
  readonly faults: string[];
  readonly warnings: string[];
}

/**
 * The request with its stored parts merged in (RFC 7396). Live members win, in whichever OpenRTB place they are; the host's default lies
 * below both. Stored imps are resolved in the merged request, so a stored request may name them too; imps beyond `maxImps` are cut off
 * before. `faults` names each stored id that was not found or is no object, and reports imps that would copy too much. No value is changed;
 * the live one may be of any JSON type.
 */
export function mergeStored(live: unknown, stored: StoredObjects, namespace: string): MergedRequest {
  const faults: string[] = [];
  const warnings: string[] = [];
  const { requests: objects, parameter } = stored;
  const base = storedPart(live, namespace, { kind: 'request', path: '', parameter, objects, faults, warnings });
  const under = base === undefined ? stored.defaults : merged(stored.defaults, base, namespace);
  const request = merged(under, live, namespace);
  const imps = isObject(request) ? own(request, 'imp') : undefined;
  if (!Array.isArray(imps)) return { request, faults, warnings };
  if (imps.length > stored.maxImps) {
    const left = stored.maxImps === 1 ? 'first takes' : `first ${stored.maxImps} take`;
    warnings.push(`the request has ${imps.length} imps: only the ${left} part`);
  }
  // Most requests name no stored imp.
  const layers = stored.imps.size === 0 ? undefined : new ImpLayers(namespace);
  const all = imps.slice(0, stored.maxImps).map((imp: unknown, at) => {
    const storedImp = storedPart(imp, namespace, {
      kind: 'imp',
      path: `imp[${at}].`,
      objects: stored.imps,
      faults,
      warnings,
    });
    return storedImp && layers ? layers.lay(imp as JsonObject, storedImp) : imp;
  });
  if (layers?.isTooMuch === true) faults.push(tooManyMembers);
  const changed = all.length !== imps.length || all.some((imp, at) => imp !== imps[at]);
  return { request: changed ? { ...(request as JsonObject), imp: all } : request, faults, warnings };
}

/** `over` laid over `under`; `over` itself where there is nothing below. */
function merged<T>(under: JsonObject | undefined, over: T, namespace: string): T {
  return under === undefined ? over : (mergePatch(yieldRequest(under, over, namespace), over) as T);
}

const tooManyMembers = `the imps change large stored objects: keep these at ${fewMembers} members, or send fewer imps`;

interface Source {
  readonly kind: 'request' | 'imp';
  /** The prefix of the path of the part's `ext`: '' or `imp[0].`. */
  readonly path: string;
  /** What named the part instead of its `ext`. */
  readonly parameter?: string | undefined;
  readonly objects: StoredObjects['imps'];
  readonly faults: string[];
  readonly warnings: string[];
}

/** As in implementation A: app SDKs tell a wrong account from a wrong ad unit by these words. */
const kindNames = { request: 'Request', imp: 'Imp' } as const;

/** The object that `part` (a request or an imp) names at `ext.<namespace>.storedrequest.id`; undefined for none. */
function storedPart(part: unknown, namespace: string, source: Source): JsonObject | undefined {
  const named = nodeAt(part, ['ext', namespace, 'storedrequest']);
  if (!isObject(named)) return undefined;
  const id = own(named, 'id') ?? '';
  const field = `${source.path}ext.${namespace}.storedrequest`;
  if (id === '') source.warnings.push(`${field} has no id, so nothing is merged: add the id of the stored object`);
  // The type check reports any other type.
  if (id === '' || typeof id !== 'string') return undefined;
  const object = source.objects.get(id);
  if (object !== undefined) return object;
  const name = `Stored ${kindNames[source.kind]} with ID=${JSON.stringify(id.slice(0, 200))}`;
  const place = source.parameter ?? `${field}.id`;
  source.faults.push(
    source.objects.has(id)
      ? `${name} is not a JSON object of at most ${maxDepth} levels: correct the stored text`
      : `${name} not found: store it, or correct ${place}`,
  );
  return undefined;
}
