/**
 * Decides whether GDPR (or an equivalent law) applies: by GPP, then what is stated, then the country (implementation A 7, 'GDPR scope';
 * decisions, 'Privacy').
 */

/** The European Economic Area, the United Kingdom, and territories of either: ISO 3166-1 alpha-3, and alpha-2 in the same order. */
const alpha3 = (
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN ISL IRL ITA LVA LIE LTU LUX MLT NLD NOR POL PRT ROU SVK SVN ESP ' +
  'SWE GBR ALA GUF GIB GLP GGY IMN JEY MTQ MYT REU BLM MAF SPM'
).split(' ');
const alpha2 = (
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES ' +
  'SE GB AX GF GI GP GG IM JE MQ YT RE BL MF PM'
).split(' ');

/** OpenRTB's alpha-3 code for each alpha-2 code. */
const byAlpha2: ReadonlyMap<string, string> = new Map(alpha2.map((code, at) => [code, alpha3[at]!]));

/** The countries under GDPR by default. */
const defaultCountries: ReadonlySet<string> = new Set(alpha3);

/** The countries of a list in any case; the default countries for no list. */
export function countriesOf(listed: readonly string[] | undefined): ReadonlySet<string> {
  if (listed === undefined || listed.length === 0) return defaultCountries;
  return new Set(listed.map((code) => code.toUpperCase()));
}

/** The scope rules of a host or account. */
export interface ScopeRules {
  /** True when a request that does not state it, from an unknown country, is under GDPR. */
  readonly gdprByDefault: boolean;
  /** The countries where a request that does not state it is under GDPR: ISO 3166-1 alpha-3. */
  readonly gdprCountries: ReadonlySet<string>;
}

/** True for a text that names a country, under GDPR or not. */
export function namesCountry(text: string): boolean {
  return countryCode(text) !== undefined;
}

/** The alpha-3 code of `country`, in capitals, as OpenRTB has it; undefined for a text that names no country. */
function countryCode(country: string): string | undefined {
  const upper = country.toUpperCase();
  const code = byAlpha2.get(upper) ?? upper;
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

/** True when GDPR applies: by the signal of GPP, else `regs.gdpr`, else the country, else the default. */
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
