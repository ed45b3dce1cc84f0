/** Decides how much of a request bidders' steps may copy, over all imps that bidders are asked for (spec 4.1.5; bidders, 'Steps'). */
import { memberPath } from '../../openrtb/findings.ts';
import type { FirstPartyPatch } from '../../openrtb/first-party.ts';
import { fewMembers, hasMoreMembers } from '../../openrtb/copied-members.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** The most members of large objects, counted once for each pair of an imp and a bidder that is asked for it. */
const mostMembers = 200_000;
/** Up to this many pairs copy little, however large the request is; most auctions have no more. */
const fewPairs = 20;

const none: readonly string[] = [];

const parts = ['site', 'app', 'dooh', 'device', 'user', 'source', 'ext'] as const;

/** An imp and the bidders that are asked for it. */
interface AskedImp {
  readonly imp: Imp;
  readonly asked: ReadonlyMap<string, unknown>;
}

/** What single bidders' requests get instead, and the namespace that states it. */
interface Changes {
  readonly namespace: string;
  readonly configs: readonly FirstPartyPatch[];
}

/** The fault of a request whose large objects would be copied too often; empty for none. */
export function boundCopies(request: BidRequest, imps: readonly AskedImp[], changes: Changes): readonly string[] {
  const pairs = imps.reduce(addPairs, 0);
  if (pairs <= fewPairs) return none;
  let members = pairs * sizeIfLarge(request);
  for (const part of parts) members += pairs * largeWithin(request[part]);
  for (const { imp, asked } of imps) members += asked.size * largeWithin(imp);
  for (const { bidders, ortb2 } of changes.configs) {
    const asked = bidders.includes('*') ? pairs : imps.reduce((sum, one) => sum + countAsked(bidders, one), 0);
    for (const part of Object.values(ortb2)) members += asked * largeWithin(part);
  }
  if (members <= mostMembers) return none;
  const path = largestPath(request, imps, changes);
  return [
    `${path} has over ${fewMembers} members and is copied for ${pairs} imps and bidders: keep all objects at ${fewMembers} members, or name fewer bidders`,
  ];
}

/** The path of the largest object that is copied. */
function largestPath(request: BidRequest, imps: readonly AskedImp[], { namespace, configs }: Changes): string {
  const owners: [path: string, owner: unknown][] = [
    ...parts.map((part): [string, unknown] => [part, request[part]]),
    ...imps.map(({ imp }, at): [string, unknown] => [`imp[${at}]`, imp]),
    ...configs
      .flatMap(({ ortb2 }) => Object.entries(ortb2))
      .map(([part, value]): [string, unknown] => [`ext.${namespace}.bidderconfig[].config.ortb2.${part}`, value]),
  ];
  const all = owners.flatMap(([path, owner]) => [
    [path, owner] as const,
    ...Object.entries(owner ?? {}).map(([key, member]) => [memberPath(path, key), member] as const),
  ]);
  let largest = { path: 'the request', members: sizeIfLarge(request) };
  for (const [path, one] of all) {
    const members = sizeIfLarge(one);
    if (members > largest.members) largest = { path, members };
  }
  return largest.path;
}

function addPairs(pairs: number, { asked }: AskedImp): number {
  return pairs + asked.size;
}

function countAsked(bidders: readonly string[], { asked }: AskedImp): number {
  return bidders.filter((name) => asked.has(name)).length;
}

/** The members of a part and of the objects in it (such as a site's publisher), as far as they are large: steps change both. */
function largeWithin(part: unknown): number {
  let members = sizeIfLarge(part);
  if (isObject(part)) for (const key in part) members += sizeIfLarge(part[key]);
  return members;
}

function sizeIfLarge(part: unknown): number {
  return isObject(part) && hasMoreMembers(part, fewMembers) ? Object.keys(part).length : 0;
}
