/** Decides whether markup can be shown on a secure page (OpenRTB 2.6 section 3.2.4, `secure`; implementations A 2.1, B 9). */

/** The start of a URL, plain or URL-encoded, in any case. One look at each character: markup is untrusted and may be long. */
const insecure = /http(?::|%3a)/i;
const secure = /https(?::|%3a)/i;

/**
 * Why `adm` cannot be shown, to follow its bid's name; undefined when it can. If one URL has https, others may be XML names, as in VAST.
 */
export function checkSecure(adm: unknown): string | undefined {
  if (typeof adm !== 'string' || !insecure.test(adm) || secure.test(adm)) return undefined;
  return 'has an adm with only http URLs, but its imp is secure';
}
