/** Decides which id of the browser's cookies is a bidder's own (spec 4.1.5, step 3): the live one under its sync key. */
import { type IdCookies, uidFinder } from '../../usersync/browser-ids.ts';

/** Where the ids of this host's bidders are. */
export interface UidPlaces {
  /** The sync key of every bidder by the code it is configured as. */
  readonly syncKeys: ReadonlyMap<string, string>;
  /** The sync key of the host's own id, '' for none. */
  readonly hostFamily: string;
}

/** Gives the id of the bidder configured as a code, undefined when the browser has none that lives at `nowMs`. */
export function readUids(
  cookies: IdCookies,
  { syncKeys, hostFamily }: UidPlaces,
  nowMs: number,
): (configured: string) => string | undefined {
  const find = uidFinder(cookies, hostFamily, nowMs);
  return (configured) => find(syncKeys.get(configured) ?? configured);
}
