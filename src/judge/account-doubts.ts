/** Finds what of an account's settings, or of those that hold for all, is probably not meant (interface, `accounts`): rules without effect, names that nobody has. */
import type { AccountSettings } from '../config/account-settings.ts';
import { analyticsModules } from '../config/name-rules.ts';
import { strangerFix, strangers } from '../config/suggest.ts';
import { quoted } from '../openrtb/findings.ts';
import { componentCode, type Condition } from '../privacy/activities.ts';

/** Settings, and what their names begin with in a sentence. */
interface Placed {
  readonly place: string;
  readonly settings: AccountSettings;
}

/** What is doubtful, a sentence each, naming its setting and the fix; `codes` are those of the host and of this version. */
export function accountDoubts(account: Placed, codes: readonly string[]): readonly string[] {
  return [...unknownInActivities(account, codes), ...idleRules(account), ...unknownBidders(account, codes)];
}

/** Rules of activities that name nobody whom this host or version knows; requests may call a bidder as they like. */
function unknownInActivities({ place, settings }: Placed, codes: readonly string[]): string[] {
  const activities = Object.entries(settings.privacy?.allowActivities ?? {});
  return activities.flatMap(([activity, { rules }]) => {
    const names = (rules ?? []).flatMap(({ condition }) => condition?.componentName ?? []);
    const named = `${place}privacy.allowActivities.${activity} names`;
    return unknown(names, [...codes, ...analyticsModules]).map(
      ({ name, fix }) => `${named} ${name}, which is no bidder or module here: ${fix}`,
    );
  });
}

/** Rules of activities that match nothing: one that is to forbid would allow. */
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

/** What of a condition keeps its rule from matching. */
function idleCondition(condition: Condition, activity: string): string[] {
  const lists = Object.entries(condition).filter(([, value]) => Array.isArray(value) && value.length === 0);
  const doubts = lists.map(([name]) => `${name} is empty, so the rule never matches: fill it or leave it out`);
  const { geo = [] } = condition;
  for (const odd of new Set(geo.filter((one) => !country.test(one)))) {
    const why = 'and requests name countries by three letters';
    doubts.push(`geo names ${quoted(odd)}, ${why}: write USA, or USA.CA for a region`);
  }
  if (activity === 'syncUser' && geo.length > 0) {
    const why = 'and user sync is not told of any place, so the rule never matches';
    doubts.push(`geo names places, ${why}: leave it out, or name sections in gppSid`);
  }
  return doubts;
}

/** Bidders of accounts that nobody is: one that is to be switched off would stay on, or be waited for, a preference, a place or a price be that of nobody. */
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
    return unknown(own, codes).map(({ name, fix }) => `${place}${path}.${name} is no bidder here: ${fix}`);
  });
}

/** Each name that nobody has as a code, with what to do about it. */
function unknown(names: readonly string[], codes: readonly string[]) {
  return strangers(names, codes, componentCode).map(([name, meant]) => ({ name, fix: strangerFix(meant) }));
}
