/**
 * Decides which media type of an imp a bidder that takes only one is offered (implementations A 1.7, step 13, B 'Preferred media type'):
 * the request's preference wins over the account's.
 */
import type { Bidder } from '../../adapter/contract.ts';
import { isMediaType, type MediaType } from '../../openrtb/media-types.ts';
import type { RequestSvc } from '../../openrtb/svc.ts';

/** The media type that is preferred for a bidder; undefined for none. */
export type PreferredType = (bidder: Pick<Bidder, 'code' | 'configured' | 'core'>) => MediaType | undefined;

/**
 * Reads `ext.<namespace>.biddercontrols` and the account's `preferredMediaType`; undefined when neither prefers anything. An alias may have
 * its own preference, else it has that of its bidder. Names match in any case; the last of equal names counts, which is the overriding one
 * in a merged object.
 */
export function preferTypes(
  controls: RequestSvc['biddercontrols'],
  account: { readonly [bidder: string]: MediaType } | undefined,
): PreferredType | undefined {
  if (controls === undefined && account === undefined) return undefined;
  const asked = Object.entries(controls ?? {}).map(([name, { prefmtype }]) => [name, prefmtype] as const);
  const maps = [readMap(asked), readMap(Object.entries(account ?? {}))];
  return ({ code, configured, core }) => {
    for (const map of maps) {
      for (const name of [code, configured, core]) {
        const type = map.get(name.toLowerCase());
        if (type !== undefined) return type;
      }
    }
    return undefined;
  };
}

/** Types by lower-case name; words that are no media type are ignored. */
function readMap(entries: readonly (readonly [name: string, type: string | undefined])[]): Map<string, MediaType> {
  const map = new Map<string, MediaType>();
  for (const [name, word] of entries) {
    if (isMediaType(word)) map.set(name.toLowerCase(), word);
  }
  return map;
}
