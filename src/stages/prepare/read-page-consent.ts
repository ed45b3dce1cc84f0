/** Decides what the consent parameters of an AMP page or a GET auction say (implementations A 6, B 9, AMP; decisions, 'AMP'). */
import type { Regs } from '../../openrtb/request.ts';
import type { User } from '../../openrtb/user.ts';
import { isUsPrivacy } from '../../openrtb/us-privacy.ts';

/** The members that the parameters set, in their OpenRTB 2.6 places; what is absent stays as stored. */
export interface PageConsent {
  readonly regs: Regs;
  readonly user: Pick<User, 'consent'>;
  /** Google's additional consent, '' for none. */
  readonly addtlConsent: string;
  /** The ids of the providers that it names; empty when it cannot be read. */
  readonly providers: readonly number[];
  readonly warnings: readonly string[];
}

/** The start of TCF 2 strings: their version is 2. */
const tcString = /^C[\w-]/;

/**
 * Reads `consent_string` (else `gdpr_consent`) as `consent_type` says: 1 and 2 TCF, 3 us_privacy, 4 GPP. `nameOf` returns the name that
 * warnings use for a parameter, where the client has another name for it.
 */
export function readPageConsent(
  data: ReadonlyMap<string, string>,
  nameOf: (parameter: string) => string = (parameter) => parameter,
): PageConsent {
  const warnings: string[] = [];
  const text = data.get('consent_string') || data.get('gdpr_consent') || '';
  const type = readType(data.get('consent_type') ?? '', warnings);
  const gdpr = readApplies(data.get('gdpr_applies') ?? '', nameOf('gdpr_applies'), warnings);
  const sids = readSids(data.get('gpp_sid') ?? '', nameOf('gpp_sid'), warnings);
  const isOfUs = type === '3' || (type === '' && isUsPrivacy(text));
  const isConsent = text !== '' && !isOfUs && type !== '4';
  // A page with a TCF string that does not state whether GDPR applies means that it does.
  const applies = gdpr ?? (isConsent && (type === '2' || tcString.test(text)) ? 1 : undefined);
  return {
    regs: {
      ...(applies !== undefined && { gdpr: applies }),
      ...(sids !== undefined && { gpp_sid: sids }),
      ...(text !== '' && isOfUs && { us_privacy: text }),
      ...(text !== '' && type === '4' && { gpp: text }),
    },
    // A string of unstated type counts as TCF: if it is not TCF, it is no consent.
    user: isConsent ? { consent: text } : {},
    addtlConsent: data.get('addtl_consent') ?? '',
    providers: readProviders(data.get('addtl_consent') ?? ''),
    warnings,
  };
}

/** `1~2.35`, or with version 2 `2~2.35~dv.9`, whose last part names those that were only disclosed to the user. */
function readProviders(text: string): number[] {
  const [, ids = ''] = /^[12]~(\d{1,9}(?:\.\d{1,9})*)(?:~dv\.[\d.]*)?$/.exec(text) ?? [];
  return ids === '' ? [] : ids.split('.').map(Number);
}

function readType(text: string, warnings: string[]): string {
  if (text === '' || /^[1-4]$/.test(text)) return text;
  warnings.push('consent_type must be 1 or 2 (TCF), 3 (us_privacy) or 4 (GPP): ignored');
  return '';
}

function readApplies(text: string, name: string, warnings: string[]): 0 | 1 | undefined {
  if (text === '') return undefined;
  if (text === '1' || text.toLowerCase() === 'true') return 1;
  if (text === '0' || text.toLowerCase() === 'false') return 0;
  warnings.push(`${name} must be true or false: ignored`);
  return undefined;
}

function readSids(text: string, name: string, warnings: string[]): number[] | undefined {
  if (text === '') return undefined;
  const sids = text.split(',', 100).map((part) => part.trim());
  // Consent platforms send -1 where no section applies.
  if (sids.every((sid) => /^(-1|\d{1,4})$/.test(sid))) return sids.map(Number);
  warnings.push(`${name} must be a list of numbers such as 2,6: ignored`);
  return undefined;
}
