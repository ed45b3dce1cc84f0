/** Decides what `gpp_sid` says about GDPR, for auctions and syncs (decisions, 'Privacy'). */

/** The GPP section that holds a TCF consent string. */
export const tcfSection = 2;

/**
 * What `gpp_sid` says about GDPR; undefined where it names no section (-1: none applies, 0: not known yet). Consent platforms that keep TCF
 * outside GPP send -1 to everybody, also under GDPR.
 */
export function gdprInGpp(sids: readonly number[] | undefined): 0 | 1 | undefined {
  if (sids === undefined || !sids.some((sid) => sid > 0)) return undefined;
  return sids.includes(tcfSection) ? 1 : 0;
}
