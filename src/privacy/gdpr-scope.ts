/** Decides whether GDPR, or a law of the same words, holds: by GPP, by what is stated, by the country (implementation A 7, 'GDPR scope'; decisions, 'Privacy'). */

/** The European Economic Area, the United Kingdom, and what belongs to either: ISO 3166-1 alpha-3 and alpha-2. */
const covered = new Set(
  (
    'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN ISL IRL ITA LVA LIE LTU LUX MLT NLD NOR POL PRT ROU SVK SVN ESP ' +
    'SWE GBR ALA GUF GIB GLP GGY IMN JEY MTQ MYT REU BLM MAF SPM ' +
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES ' +
    'SE GB AX GF GI GP GG IM JE MQ YT RE BL MF PM'
  ).split(' '),
);

/** True for a covered country, false for any other code of three letters (OpenRTB's form), undefined for what tells nothing, '' too. */
function isCountryUnderGdpr(country: string): boolean | undefined {
  if (covered.has(country.toUpperCase())) return true;
  return /^[A-Za-z]{3}$/.test(country) ? false : undefined;
}

/** The signal of GPP, then `regs.gdpr`, then the country, then the default. */
export function isUnderGdpr(
  { gdpr, country }: { readonly gdpr: number | undefined; readonly country: string },
  gppGdpr: 0 | 1 | undefined,
  byDefault: boolean,
): boolean {
  const stated = gppGdpr ?? gdpr;
  if (stated !== undefined) return stated === 1;
  return isCountryUnderGdpr(country) ?? byDefault;
}
