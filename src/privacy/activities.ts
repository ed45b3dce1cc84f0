/** Decides what an account's activity rules allow (implementation A 7, 'Activities'): the first matching rule decides, else the default. */

/**
 * The activities. `transmitUniqueRequestIds` is the older name of `transmitTid`, and either one forbids; `transmitEids` is from
 * implementation B.
 */
export const activityNames = [
  'syncUser',
  'fetchBids',
  'reportAnalytics',
  'enrichUfpd',
  'transmitUfpd',
  'transmitEids',
  'transmitPreciseGeo',
  'transmitUniqueRequestIds',
  'transmitTid',
] as const;

/** The name of an activity. */
export type ActivityName = (typeof activityNames)[number];

/** What a rule matches. All stated members must match; an absent one always does. */
export interface Condition {
  readonly componentName?: readonly string[];
  readonly componentType?: readonly string[];
  readonly gppSid?: readonly number[];
  readonly geo?: readonly string[];
  readonly gpc?: string;
}

interface ActivityRules {
  readonly default?: boolean;
  readonly rules?: readonly { readonly condition?: Condition; readonly allow: boolean }[];
}

/** An account's `allowActivities`. */
export type ActivitySettings = { readonly [name in ActivityName]?: ActivityRules };

/** The component that wants to do an activity, with all its names in lower case. */
interface Component {
  readonly type: 'bidder' | 'analytics';
  readonly names: readonly string[];
}

/** The facts of a request that conditions test; `gpc` is '' when not sent. */
export interface Circumstances {
  readonly gppSids: ReadonlySet<number>;
  /** The result of `geosOf`. */
  readonly geos: readonly string[];
  readonly gpc: string;
}

interface Rule {
  readonly allow: boolean;
  readonly names: ReadonlySet<string> | undefined;
  readonly types: ReadonlySet<string> | undefined;
  readonly gppSids: readonly number[] | undefined;
  readonly geos: ReadonlySet<string> | undefined;
  readonly gpc: string | undefined;
}

interface Activity {
  readonly byDefault: boolean;
  readonly rules: readonly Rule[];
}

/** The rules of one account by activity; an absent activity is allowed. */
export type Activities = ReadonlyMap<ActivityName, Activity>;

/** Compiles validated settings; undefined when they forbid nothing. */
export function compileActivities(settings: ActivitySettings | undefined): Activities | undefined {
  const activities = new Map<ActivityName, Activity>();
  for (const name of activityNames) {
    const stated = settings?.[name];
    if (stated === undefined) continue;
    const activity = { byDefault: stated.default ?? true, rules: (stated.rules ?? []).map(compileRule) };
    if (!activity.byDefault || activity.rules.some(({ allow }) => !allow)) activities.set(name, activity);
  }
  return activities.size === 0 ? undefined : activities;
}

/** True when `component` may do `name` in these circumstances. */
export function isAllowed(
  activities: Activities | undefined,
  name: ActivityName,
  { component, circumstances }: { component: Component; circumstances: Circumstances },
): boolean {
  const activity = activities?.get(name);
  if (activity === undefined) return true;
  const rule = activity.rules.find((one) => matches(one, component, circumstances));
  return rule === undefined ? activity.byDefault : rule.allow;
}

function compileRule({ condition, allow }: { condition?: Condition; allow: boolean }): Rule {
  const { componentName, componentType, gppSid, geo, gpc } = condition ?? {};
  return {
    allow,
    names: componentName && new Set(componentName.map(componentCode)),
    types: componentType && new Set(componentType.map((type) => type.toLowerCase())),
    gppSids: gppSid,
    geos: geo && new Set(geo.map((one) => one.toUpperCase())),
    gpc,
  };
}

/** The bidder or module code that a rule names, in lower case: both `acme` and `bidder.acme` name the bidder acme. */
export function componentCode(name: string): string {
  return name.toLowerCase().replace(/^(?:bidder|analytics)\./, '');
}

function matches(rule: Rule, component: Component, circumstances: Circumstances): boolean {
  const { names, types, gppSids, geos, gpc } = rule;
  if (names !== undefined && !component.names.some((name) => names.has(name))) return false;
  if (types !== undefined && !types.has(component.type)) return false;
  if (gppSids !== undefined && !gppSids.some((sid) => circumstances.gppSids.has(sid))) return false;
  if (geos !== undefined && !circumstances.geos.some((geo) => geos.has(geo))) return false;
  return gpc === undefined || gpc === circumstances.gpc;
}

/** The places that rules can name for a user: the country, and the region as in `USA.CA`; none when the country is unknown (''). */
export function geosOf(country: string, region: string): readonly string[] {
  if (country === '') return [];
  const code = country.toUpperCase();
  return region === '' ? [code] : [code, `${code}.${region.toUpperCase()}`];
}
