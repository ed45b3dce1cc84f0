/** Decides whether markup can be shown on a secure page (OpenRTB 2.6 section 3.2.4, `secure`; implementations A 2.1, B 9). */

/** The beginnings of addresses, as they are and URL-encoded, in capitals or not. One look at each character: markup is foreign, and may be long. */
const insecure = /http(?::|%3a)/i;
const secure = /https(?::|%3a)/i;

/** Why `adm` cannot be shown, to follow its bid's name; undefined when it can. Where one address has https, the others may be names of XML's, as VAST has them. */
export function checkSecure(adm: unknown): string | undefined {
  if (typeof adm !== 'string' || !insecure.test(adm) || secure.test(adm)) return undefined;
  return 'has an adm with http addresses only, and its imp is secure';
}
