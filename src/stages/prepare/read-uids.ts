/** Decides which id in the browser's cookies is a bidder's own (spec 4.1.5, step 3): the unexpired one under its sync key. */
import { type IdCookies, uidFinder } from '../../usersync/browser-ids.ts';

/** The sync keys under which the ids of this host's bidders are kept. */
export interface UidPlaces {
  /** The sync key of every bidder by the code it is configured as. */
  readonly syncKeys: ReadonlyMap<string, string>;
  /** The sync key of the host's own id, '' for none. */
  readonly hostFamily: string;
}

/** Returns the id of the bidder configured under a code; undefined when the browser has none that is valid at `nowMs`. */
export function readUids(
  cookies: IdCookies,
  { syncKeys, hostFamily }: UidPlaces,
  nowMs: number,
): (configured: string) => string | undefined {
  const find = uidFinder(cookies, hostFamily, nowMs);
  return (configured) => find(syncKeys.get(configured) ?? configured);
}
