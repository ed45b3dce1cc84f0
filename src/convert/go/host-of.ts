/** Reads the host of an address. */

/** The host name in `url`, '' where there is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
