/** Decides what `gpp_sid` says of GDPR: for auctions and for syncs (decisions, 'Privacy'). */

/** The section of GPP that holds a consent string of TCF. */
export const tcfSection = 2;

/**
 * What `gpp_sid` says of GDPR. Undefined where it names no section: -1 for none that applies, 0 for not known yet. Consent platforms
 * that keep TCF outside GPP say -1 to everybody, under GDPR too.
 */
export function gdprInGpp(sids: readonly number[] | undefined): 0 | 1 | undefined {
  if (sids === undefined || !sids.some((sid) => sid > 0)) return undefined;
  return sids.includes(tcfSection) ? 1 : 0;
}
