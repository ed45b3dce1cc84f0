/** Converts the activity rules of an account of Prebid Server (Go), which has the same words in any case (implementation A 7). */
import { isObject, type JsonObject } from '../../openrtb/json-object.ts';
import { activityNames } from '../../privacy/activities.ts';
import type { Conversion } from '../rule.ts';
import { respelled } from './values.ts';

const words = respelled([
  ...activityNames,
  'default',
  'rules',
  'allow',
  'condition',
  'componentName',
  'componentType',
  'gppSid',
  'geo',
  'gpc',
]);

/** The activities of an account. Anything that is no map stays as it is, so that the schema refuses it. */
export const activitiesOf: Conversion = (stated, around) => {
  const activities = words(stated, around)?.value;
  if (!isObject(activities)) return { value: activities };
  return { value: mapped(activities, (activity) => (isObject(activity) ? withRules(activity) : activity)) };
};

function withRules(activity: JsonObject): JsonObject {
  const { rules } = activity;
  return Array.isArray(rules) ? { ...activity, rules: rules.map(ruleOf) } : activity;
}

/** The old server denies by a rule without `allow`, or with null. */
function ruleOf(rule: unknown): unknown {
  if (!isObject(rule)) return rule;
  const { condition, allow } = rule;
  return {
    ...rule,
    ...(isObject(condition) && { condition: withoutEmptyLists(condition) }),
    allow: allow ?? false,
  };
}

/** To the old server an empty list matches everything; here it matches nothing, and only an absent one everything. */
function withoutEmptyLists(condition: JsonObject): JsonObject {
  const kept = Object.entries(condition).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(kept);
}

function mapped(map: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
