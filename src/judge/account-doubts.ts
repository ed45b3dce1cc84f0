/** Finds probable mistakes in the settings of an account, or of all accounts (interface, `accounts`): idle rules, unknown names. */
import type { AccountSettings } from '../config/account-settings.ts';
import { analyticsModules } from '../config/name-rules.ts';
import { strangerFix, strangers } from '../config/suggest.ts';
import { quoted } from '../openrtb/findings.ts';
import { componentCode, type Condition } from '../privacy/activities.ts';

/** Settings; `place` begins their names in messages. */
interface Placed {
  readonly place: string;
  readonly settings: AccountSettings;
}

/** What is doubtful, a sentence each that names its setting and the fix. `codes` are the bidders of this host and version. */
export function accountDoubts(account: Placed, codes: readonly string[]): readonly string[] {
  return [...unknownInActivities(account, codes), ...idleRules(account), ...unknownBidders(account, codes)];
}

/** Activity rules that name no bidder or module of this host or version. It is only a doubt, since requests may define aliases. */
function unknownInActivities({ place, settings }: Placed, codes: readonly string[]): string[] {
  const activities = Object.entries(settings.privacy?.allowActivities ?? {});
  return activities.flatMap(([activity, { rules }]) => {
    const names = (rules ?? []).flatMap(({ condition }) => condition?.componentName ?? []);
    const named = `${place}privacy.allowActivities.${activity} names`;
    return unknown(names, [...codes, ...analyticsModules]).map(
      ({ name, fix }) => `${named} ${name}, which is not a bidder or analytics module here: ${fix}`,
    );
  });
}

/** Activity rules that never match: one that is meant to forbid would allow. */
function idleRules({ place, settings }: Placed): string[] {
  const activities = Object.entries(settings.privacy?.allowActivities ?? {});
  return activities.flatMap(([activity, { rules }]) =>
    (rules ?? []).flatMap(({ condition = {} }, at) => {
      const path = `${place}privacy.allowActivities.${activity}.rules[${at}].condition`;
      return idleCondition(condition, activity).map((doubt) => `${path}.${doubt}`);
    }),
  );
}

/** A country, or a region of one. */
const country = /^[a-z]{3}(?:\..+)?$/i;

/** What keeps a condition from ever matching. */
function idleCondition(condition: Condition, activity: string): string[] {
  const lists = Object.entries(condition).filter(([, value]) => Array.isArray(value) && value.length === 0);
  const doubts = lists.map(([name]) => `${name} is empty, so the rule never matches: fill it or leave it out`);
  const { geo = [] } = condition;
  for (const odd of new Set(geo.filter((one) => !country.test(one)))) {
    const why = 'but requests have three-letter country codes';
    doubts.push(`geo names ${quoted(odd)}, ${why}: write USA, or USA.CA for a region`);
  }
  if (activity === 'syncUser' && geo.length > 0) {
    const why = 'but user sync has no location, so the rule never matches';
    doubts.push(`geo is set, ${why}: leave it out, or list sections in gppSid`);
  }
  return doubts;
}

/**
 * Settings for bidders that do not exist: a bidder meant to be disabled would stay enabled, one meant to be secondary would be waited for,
 * and a preference, group or price would be idle.
 */
function unknownBidders({ place, settings }: Placed, codes: readonly string[]): string[] {
  const adjusted = Object.entries(settings.bidAdjustments?.mediatype ?? {});
  const named: [path: string, names: readonly string[]][] = [
    ['bidders', Object.keys(settings.bidders ?? {})],
    ['preferredMediaType', Object.keys(settings.preferredMediaType ?? {})],
    ['secondaryBidders', settings.secondaryBidders ?? []],
    ['cookieSync.priorityGroups', (settings.cookieSync?.priorityGroups ?? []).flat()],
    ...adjusted.map(([type, map]): [string, string[]] => [`bidAdjustments.mediatype.${type}`, Object.keys(map)]),
  ];
  return named.flatMap(([path, names]) => {
    const own = names.filter((name) => name !== '*');
    return unknown(own, codes).map(({ name, fix }) => `${place}${path}.${name} is not a bidder here: ${fix}`);
  });
}

/** The names that are nobody's code, each with a fix. */
function unknown(names: readonly string[], codes: readonly string[]) {
  return strangers(names, codes, componentCode).map(([name, meant]) => ({ name, fix: strangerFix(meant) }));
}
