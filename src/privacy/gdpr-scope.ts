/** Decides whether GDPR, or a law of the same words, holds: by GPP, by what is stated, by the country (implementation A 7, 'GDPR scope'; decisions, 'Privacy'). */

/** The European Economic Area, the United Kingdom, and what belongs to either: ISO 3166-1 alpha-3, and alpha-2 in the same order. */
const alpha3 = (
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN ISL IRL ITA LVA LIE LTU LUX MLT NLD NOR POL PRT ROU SVK SVN ESP ' +
  'SWE GBR ALA GUF GIB GLP GGY IMN JEY MTQ MYT REU BLM MAF SPM'
).split(' ');
const alpha2 = (
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES ' +
  'SE GB AX GF GI GP GG IM JE MQ YT RE BL MF PM'
).split(' ');

/** The code that OpenRTB wants, for the older form of it. */
const byAlpha2: ReadonlyMap<string, string> = new Map(alpha2.map((code, at) => [code, alpha3[at]!]));

/** The countries under GDPR where nobody lists others. */
const standardCountries: ReadonlySet<string> = new Set(alpha3);

/** The countries of a list in any case; those of the standard for none. */
export function countriesOf(listed: readonly string[] | undefined): ReadonlySet<string> {
  if (listed === undefined || listed.length === 0) return standardCountries;
  return new Set(listed.map((code) => code.toUpperCase()));
}

/** Whose rules these are: what holds where nothing is said, and in which countries GDPR does. */
export interface ScopeRules {
  /** Is a request that does not say so, from a place not known, under GDPR? */
  readonly gdprByDefault: boolean;
  /** Where a request that does not say so is under it: ISO 3166-1 alpha-3. */
  readonly gdprCountries: ReadonlySet<string>;
}

/** True for a text that tells a country, under GDPR or not. */
export function namesCountry(text: string): boolean {
  return countryCode(text) !== undefined;
}

/** The code of three letters, OpenRTB's form, that `country` is or stands for, in capitals; undefined for a text that names no country. */
function countryCode(country: string): string | undefined {
  const upper = country.toUpperCase();
  const code = byAlpha2.get(upper) ?? upper;
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

/** The signal of GPP, then `regs.gdpr`, then the country, then the default. */
export function isUnderGdpr(
  { gdpr, country }: { readonly gdpr: number | undefined; readonly country: string },
  gppGdpr: 0 | 1 | undefined,
  { gdprByDefault, gdprCountries }: ScopeRules,
): boolean {
  const stated = gppGdpr ?? gdpr;
  if (stated !== undefined) return stated === 1;
  const code = countryCode(country);
  return code === undefined ? gdprByDefault : gdprCountries.has(code);
}
