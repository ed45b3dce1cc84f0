/** Converts the purposes of TCF, which hosts and accounts of Prebid Server (Go) state alike. */
import { codes } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { flag } from './values.ts';

const isOff = (word: string | undefined): boolean => word === 'false' || word === 'no';

/** One purpose. Gavel enforces a purpose and its vendors together, or neither. */
function purposeRule(within: string, to: string): JointRule {
  return {
    within,
    from: ['enforce_purpose', 'enforce_algo', 'enforce_vendors', 'enabled', 'vendor_exceptions'],
    to: [`${to}.enforce`, `${to}.vendorExceptions`],
    join: ({ stated, put, tell, around }) => {
      const word = (name: string) => stated(name)?.text.toLowerCase();
      const purposeOff = isOff(word('enforce_purpose') ?? word('enabled'));
      const vendorsOff = isOff(word('enforce_vendors'));
      if (purposeOff && vendorsOff) put(`${to}.enforce`, 'none');
      else if (word('enforce_algo') !== undefined) put(`${to}.enforce`, word('enforce_algo'));
      else if (word('enforce_purpose') !== undefined && !vendorsOff) put(`${to}.enforce`, 'full');
      if (purposeOff !== vendorsOff)
        tell(
          purposeOff ? 'enforce_purpose' : 'enforce_vendors',
          'not supported alone: Gavel checks both purpose and vendor, or neither with enforce: none',
        );
      const exceptions = stated('vendor_exceptions');
      if (exceptions !== undefined) put(`${to}.vendorExceptions`, codes(exceptions, around)?.value);
    },
  };
}

/** The rules of all purposes below `from`. */
export function purposeRules(from: string): Rule[] {
  return [
    ...Array.from({ length: 10 }, (_, at) =>
      purposeRule(`${from}.purpose${at + 1}`, `privacy.gdpr.purposes.p${at + 1}`),
    ),
    { from: `${from}.special_feature1.enforce`, to: 'privacy.gdpr.specialFeature1.enforce', as: flag },
    {
      from: `${from}.special_feature1.vendor_exceptions`,
      to: 'privacy.gdpr.specialFeature1.vendorExceptions',
      as: codes,
    },
    {
      from: `${from}.purpose_one_treatment.access_allowed`,
      tell: 'not supported: if a consent string has purposeOneTreatment, Gavel allows purpose 1 to every listed vendor',
      unless: [true],
    },
    { from: `${from}.purpose_one_treatment.enabled`, needless: true },
  ];
}
