/** Decides what a `us_privacy` string says, for auctions and syncs (decisions, 'Privacy'). */

/** True for a text of the form `1YNN`. */
export function isUsPrivacy(text: string): boolean {
  return /^1[YN-]{3}$/i.test(text);
}

/** True when a well-formed `us_privacy` says that the user opted out of sale. */
export function usPrivacyOptsOut(text: string): boolean {
  return isUsPrivacy(text) && (text[2] === 'Y' || text[2] === 'y');
}
