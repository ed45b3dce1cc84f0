/** Decides what `gpp_sid` says about GDPR, for auctions and syncs (decisions, 'Privacy'). */
import { clientIndexes } from './client-indexes.ts';

/** The GPP section that holds a TCF consent string. */
export const tcfSection = 2;

/**
 * What `gpp_sid` says about GDPR; undefined where it names no section (-1: none applies, 0: not known yet), or where an entry that cannot be
 * read was dropped, which may have named TCF. Consent platforms that keep TCF outside GPP send -1 to everybody, also under GDPR.
 */
export function gdprInGpp(sids: readonly number[] | undefined): 0 | 1 | undefined {
  if (sids === undefined || !sids.some((sid) => sid > 0)) return undefined;
  if (sids.includes(tcfSection)) return 1;
  return clientIndexes(sids) === undefined ? 0 : undefined;
}
