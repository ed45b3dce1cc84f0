/** Decides what the merged request becomes with the profiles that it and its imps name (implementation B 12, 'Stored profiles'). */
import { fewMembers, writtenMembers } from '../../openrtb/copied-members.ts';
import { ImpLayers } from '../../openrtb/imp-layers.ts';
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import { ProfileFinder, type FoundProfile, type StoredProfiles } from '../../openrtb/profile-finder.ts';
import { yieldRequest } from '../../openrtb/yield-stored.ts';

/** The request, of any JSON type, why it cannot be served, and its warnings. */
interface ProfiledRequest {
  readonly request: unknown;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * The request with its profiles merged in (RFC 7396), each under or over the existing values, as the profile says: among those under them
 * the first named wins, among those over them the last. What admission has read of the request stays. `faults` reports imps that would copy
 * too much and, unless the host leaves such profiles out with a warning, each unusable profile. No value is changed.
 */
export function mergeProfiles(given: unknown, stored: StoredProfiles, namespace: string): ProfiledRequest {
  if (!isObject(given)) return { request: given, faults: [], warnings: [] };
  const finder = new ProfileFinder(stored, namespace);
  const { address, most } = stored;
  const path = ['ext', namespace, 'profiles'];
  const place = address?.isNaming === true ? 'rprof' : path.join('.');
  const ofRequest = finder.find(nodeAt(given, path), { type: 'request', of: 'the request', place, most });
  const layWhole: Lay = (over, under) => mergePatch(yieldRequest(under, over, namespace), over) as JsonObject;
  const request = layered(given, ofRequest.found, layWhole);
  const imps = own(given, 'imp');
  if (!Array.isArray(imps)) return { request, faults: finder.faults, warnings: finder.warnings };
  const layers = new ImpLayers(namespace);
  const written = writtenMembers();
  const layImp: Lay = (over, under, isPart = false) => layers.lay(over, under, isPart ? 0 : written(over));
  const left = most - ofRequest.named;
  const imp = imps.map((one: unknown, at) => {
    if (!isObject(one)) return one;
    const of = `imp[${at}]`;
    const terms = {
      type: 'imp',
      of,
      place: address?.ofImp === undefined ? [of, ...path].join('.') : 'iprof',
      most: left,
    } as const;
    return layered(one, finder.find(address?.ofImp ?? nodeAt(one, path), terms).found, layImp);
  });
  const faults = layers.isTooMuch ? [...finder.faults, tooManyMembers] : finder.faults;
  return { request: { ...request, imp }, faults, warnings: finder.warnings };
}

const tooManyMembers = `the imps name large profiles: keep these at ${fewMembers} members, or name fewer`;

/** True when the merged request or one of its imps names profiles; costs next to nothing for the requests that name none. */
export function namesProfiles(request: unknown, namespace: string): boolean {
  const path = ['ext', namespace, 'profiles'];
  if (nodeAt(request, path) !== undefined) return true;
  const imps = nodeAt(request, ['imp']);
  return Array.isArray(imps) && imps.some((imp) => nodeAt(imp, path) !== undefined);
}

/** Lays one object over another. `over` is a profile, or with `isPart` the part that profiles are merged into. */
type Lay = (over: JsonObject, under: JsonObject, isPart?: boolean) => JsonObject;

function layered(part: JsonObject, profiles: readonly FoundProfile[], lay: Lay): JsonObject {
  if (profiles.length === 0) return part;
  const parts = (wins: boolean): JsonObject[] => profiles.filter((one) => one.wins === wins).map((one) => one.part);
  const below = parts(false);
  const last = below.pop();
  const base = below.reduceRight<JsonObject | undefined>((under, over) => under && lay(over, under), last);
  const whole = base === undefined ? part : lay(part, base, true);
  return parts(true).reduce((under, over) => lay(over, under), whole);
}
