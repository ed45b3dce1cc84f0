/** Converts the purposes and special features of TCF, which hosts and accounts of Prebid Server Java state alike. */
import { codes } from '../conversions.ts';
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { flag, flagAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** Gavel's words for how strictly a purpose is enforced. YAML reads a bare no as false. */
const enforcements = new Map([
  ['full', 'full'],
  ['true', 'full'],
  ['basic', 'basic'],
  ['no', 'none'],
  ['false', 'none'],
]);

const vendorsAlone = `${unsupported.purposeHalf}; set to basic, which checks both`;

const idsNeedBasis =
  'converted, but the old server then sends user ids to all bidders: Gavel sends a bidder ids only if it has a basis for one of purposes 2 to 10, enforced or not';

/** What else a host must know, by Gavel's path of a purpose and the word for how it is enforced. */
const further: Readonly<Record<string, string>> = {
  'privacy.gdpr.purposes.p2 basic': unsupported.interestAlone,
  'privacy.gdpr.purposes.p4 none': idsNeedBasis,
};

function purposeRule(from: string, to: string): JointRule {
  return {
    within: from,
    from: ['enforce-purpose', 'enforce-vendors', 'vendor-exceptions'],
    to: [`${to}.enforce`, `${to}.vendorExceptions`],
    join: (turn) => joinPurpose(turn, to),
  };
}

function joinPurpose(turn: JointTurn, to: string): void {
  const { stated, put, tell, around } = turn;
  const exceptions = stated('vendor-exceptions');
  if (exceptions !== undefined) put(`${to}.vendorExceptions`, codes(exceptions, around)?.value);
  const purpose = stated('enforce-purpose');
  const word = purpose === undefined ? 'full' : enforcements.get(purpose.text.trim().toLowerCase());
  const asksVendors = flagAt(turn, 'enforce-vendors') ?? true;
  if (word === undefined) return tell('enforce-purpose', 'must be full, basic or no: correct it');
  if (word === 'none' && asksVendors) {
    put(`${to}.enforce`, 'basic');
    return tell('enforce-purpose', vendorsAlone);
  }
  if (purpose !== undefined) put(`${to}.enforce`, word);
  const note = further[`${to} ${word}`];
  if (note !== undefined) tell('enforce-purpose', note);
  if (word !== 'none' && !asksVendors) tell('enforce-vendors', unsupported.purposeHalf);
}

/** The rules below `from`, the old server's `gdpr`. */
export function purposeRules(from: string): Rule[] {
  const purposes = Array.from({ length: 10 }, (_, at) => `p${at + 1}`);
  return [
    ...purposes.map((name) => purposeRule(`${from}.purposes.${name}`, `privacy.gdpr.purposes.${name}`)),
    ...purposes.map((name): Rule => ({
      from: `${from}.purposes.${name}.eid`,
      tell: 'not supported: a bidder gets user ids of any source if it has a basis for one of purposes 2 to 10; an activity rule (transmitEids) can forbid them',
    })),
    { from: `${from}.special-features.sf1.enforce`, to: 'privacy.gdpr.specialFeature1.enforce', as: flag },
    {
      from: `${from}.special-features.sf1.vendor-exceptions`,
      to: 'privacy.gdpr.specialFeature1.vendorExceptions',
      as: codes,
    },
    { from: `${from}.special-features.sf2`, needless: true },
    {
      from: `${from}.purpose-one-treatment-interpretation`,
      tell: unsupported.purposeOneTreatment,
      unless: ['access-allowed'],
    },
  ];
}
