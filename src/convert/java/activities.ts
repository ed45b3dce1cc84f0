/** Converts the activity rules of an account of Prebid Server Java, which has nearly the same words in any spelling. */
import { activityNames } from '../../privacy/activities.ts';
import type { Conversion, Converted } from '../rule.ts';
import { foldKey, member, withoutNull } from './values.ts';

const byFolded = new Map(activityNames.map((name) => [foldKey(name), name]));

const lost =
  'rules with privacyreg (privacy modules) are left out: Gavel itself enforces the opt-outs of GPP (privacy.ccpa.enforce)';

const idsToo =
  'where transmitUfpd is denied, Gavel removes user.eids, too, whatever transmitEids says (Prebid Server Java keeps them)';

/** The activities of an account. Anything that is no map stays as it is, so that the schema refuses it. */
export const activitiesOf: Conversion = ({ value }): Converted => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
  let hasLost = false;
  let deniesData = false;
  const pairs = Object.entries(value).map(([name, activity]) => {
    const rules = member(activity, 'rules');
    const kept = Array.isArray(rules) ? rules.filter((rule) => member(rule, 'privacyreg') === undefined) : [];
    hasLost ||= Array.isArray(rules) && kept.length < rules.length;
    const known = byFolded.get(foldKey(name)) ?? name;
    deniesData ||= known === 'transmitUfpd' && [activity, ...kept].some(denies);
    return [known, withoutNull({ default: member(activity, 'default'), rules: rulesOf(kept) })];
  });
  const notes = [...(hasLost ? [lost] : []), ...(deniesData ? [idsToo] : [])];
  const made = Object.fromEntries(pairs);
  return notes.length > 0 ? { value: made, tell: notes.join('; ') } : { value: made };
};

/** True for an activity that is denied by default, and for a rule that denies one. */
function denies(stated: unknown): boolean {
  return [member(stated, 'default'), member(stated, 'allow')].some((one) => String(one) === 'false');
}

function rulesOf(rules: readonly unknown[]): object[] | undefined {
  if (rules.length === 0) return undefined;
  return rules.map((rule) =>
    withoutNull({ condition: conditionOf(member(rule, 'condition')), allow: member(rule, 'allow') ?? true }),
  );
}

function conditionOf(condition: unknown): object | undefined {
  if (condition === undefined || condition === null) return undefined;
  const types = member(condition, 'componentType');
  const gpc = member(condition, 'gpc');
  return withoutNull({
    componentName: member(condition, 'componentName'),
    componentType: Array.isArray(types) ? types.map(kindOf) : types,
    gppSid: member(condition, 'gppSid'),
    geo: member(condition, 'geo'),
    gpc: gpc === undefined ? undefined : String(gpc),
  });
}

/** Older names of module types end in 'module'. */
function kindOf(type: unknown): string {
  return String(type)
    .toLowerCase()
    .replace(/[-_]?module$/, '');
}
