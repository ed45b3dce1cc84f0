/** Converts the purposes of TCF, which hosts and accounts of Prebid Server (Go) state alike. */
import { codes, notFlag } from '../conversions.ts';
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { flag, flagAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** Releases of 2021 and 2022 say full or no instead of true or false. */
const purposeWords = new Map([
  ['true', true],
  ['full', true],
  ['false', false],
  ['no', false],
]);

/** Whether a purpose is enforced; undefined if that is not stated, or neither, which is noted. */
function isEnforced({ stated, tell }: JointTurn): boolean | undefined {
  const name = stated('enforce_purpose') === undefined ? 'enabled' : 'enforce_purpose';
  const found = stated(name);
  const value = purposeWords.get(found?.text.toLowerCase() ?? '');
  if (found !== undefined && value === undefined) tell(name, notFlag);
  return value;
}

/** One purpose. Gavel enforces a purpose and its vendors together, or neither. */
function purposeRule(within: string, to: string, defaults: readonly string[]): JointRule {
  return {
    within,
    from: ['enforce_purpose', 'enforce_algo', 'enforce_vendors', 'enabled', 'vendor_exceptions'],
    to: [`${to}.enforce`, `${to}.vendorExceptions`],
    join: (turn) => joinPurpose(turn, to, defaults),
  };
}

/** `defaults` are the paths of this purpose elsewhere: who only states that it is enforced does not choose another algorithm. */
function joinPurpose(turn: JointTurn, to: string, defaults: readonly string[]): void {
  const { stated, textAt, put, tell, around } = turn;
  const isPurposeOn = isEnforced(turn);
  const isVendorOn = flagAt(turn, 'enforce_vendors');
  const own = textAt('enforce_algo').toLowerCase();
  if (isPurposeOn === false && isVendorOn === false) put(`${to}.enforce`, 'none');
  else if (own !== '') {
    put(`${to}.enforce`, own);
    if (own === 'basic' && to.endsWith('.p2')) tell('enforce_algo', unsupported.interestAlone);
  } else if (isPurposeOn !== undefined && stated('enforce_purpose') !== undefined && isVendorOn !== false) {
    const algorithm = defaults.map((path) => around.stated(`${path}.enforce_algo`)?.text).find(Boolean);
    // The old server takes any other word for full.
    put(`${to}.enforce`, algorithm?.toLowerCase() === 'basic' ? 'basic' : 'full');
  }
  if ((isPurposeOn === false) !== (isVendorOn === false))
    tell(isPurposeOn === false ? 'enforce_purpose' : 'enforce_vendors', unsupported.purposeHalf);
  const exceptions = stated('vendor_exceptions');
  if (exceptions !== undefined) put(`${to}.vendorExceptions`, codes(exceptions, around)?.value);
}

/** The rules of all purposes below `from`; what these do not state may be stated below `defaults`. */
export function purposeRules(from: string, defaults: readonly string[] = []): Rule[] {
  const purposes = Array.from({ length: 10 }, (_, at) => at + 1);
  return [
    ...purposes.map((number) =>
      purposeRule(
        `${from}.purpose${number}`,
        `privacy.gdpr.purposes.p${number}`,
        defaults.map((path) => `${path}.purpose${number}`),
      ),
    ),
    { from: `${from}.special_feature1.enforce`, to: 'privacy.gdpr.specialFeature1.enforce', as: flag },
    {
      from: `${from}.special_feature1.vendor_exceptions`,
      to: 'privacy.gdpr.specialFeature1.vendorExceptions',
      as: codes,
    },
    {
      from: `${from}.purpose_one_treatment.access_allowed`,
      tell: unsupported.purposeOneTreatment,
      unless: [true],
    },
    { from: `${from}.purpose_one_treatment.enabled`, needless: true },
  ];
}
