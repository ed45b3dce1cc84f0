/** Finds what of the settings that hold for all accounts is probably not meant (interface, `accounts.defaults`): limits and rules without effect, names that nobody has. */
import type { CreativeSettings } from '../config/auction-settings.ts';
import { analyticsModules } from '../config/name-rules.ts';
import type { Config } from '../config/schema.ts';
import { strangerFix, strangers } from '../config/suggest.ts';
import type { LoadedBidders } from '../load-bidders.ts';
import { componentCode } from '../privacy/activities.ts';

/** What is doubtful, a sentence each, naming its setting and the fix. */
export function accountDoubts(config: Config, known: LoadedBidders['known']): readonly string[] {
  const codes = [...Object.keys(config.bidders), ...known.keys()];
  const strange = [...unknownInActivities(config, codes), ...idleRules(config), ...unknownOfAccounts(config, codes)];
  return [...idleLimits(config), ...strange];
}

/** Limits of banners where no banner is checked. */
function idleLimits({ validation, accounts: { defaults } }: Config): string[] {
  const own = 'accounts.defaults.validation';
  if ((defaults.validation?.bannerSize ?? validation.bannerSize) !== 'skip') return [];
  const decides = defaults.validation?.bannerSize === undefined ? 'validation' : own;
  const why = `has no effect while ${decides}.bannerSize is skip: set it to warn or enforce, unless accounts of their own do`;
  const limits = (place: string, set: Partial<CreativeSettings> = {}): string[] =>
    (['bannerMaxWidth', 'bannerMaxHeight'] as const)
      .filter((name) => set[name])
      .map((name) => `${place}.${name} ${why}`);
  return [...limits('validation', validation), ...limits(own, defaults.validation)];
}

/** Rules of activities that name nobody whom this host or version knows; requests may call a bidder as they like. */
function unknownInActivities({ accounts }: Config, codes: readonly string[]): string[] {
  const activities = Object.entries(accounts.defaults.privacy?.allowActivities ?? {});
  return activities.flatMap(([activity, { rules }]) => {
    const names = (rules ?? []).flatMap(({ condition }) => condition?.componentName ?? []);
    const place = `accounts.defaults.privacy.allowActivities.${activity} names`;
    return unknown(names, [...codes, ...analyticsModules]).map(
      ({ name, fix }) => `${place} ${name}, which is no bidder or module here: ${fix}`,
    );
  });
}

/** Rules of activities that match nothing: one that is to forbid would allow. */
function idleRules({ accounts }: Config): string[] {
  const activities = Object.entries(accounts.defaults.privacy?.allowActivities ?? {});
  return activities.flatMap(([activity, { rules }]) =>
    (rules ?? []).flatMap(({ condition = {} }, at) => {
      const place = `accounts.defaults.privacy.allowActivities.${activity}.rules[${at}].condition`;
      const lists = Object.entries(condition).filter(([, value]) => Array.isArray(value) && value.length === 0);
      const doubts = lists.map(
        ([name]) => `${place}.${name} is empty, so the rule never matches: fill it or leave it out`,
      );
      if (activity !== 'syncUser' || !condition.geo?.length) return doubts;
      const why = 'and user sync is not told of any place, so the rule never matches';
      return [...doubts, `${place}.geo names places, ${why}: leave it out, or name sections in gppSid`];
    }),
  );
}

/** Bidders of accounts that nobody is: one that is to be switched off would stay on, or be waited for, a preference or a price be that of nobody. */
function unknownOfAccounts({ accounts: { defaults } }: Config, codes: readonly string[]): string[] {
  const adjusted = Object.entries(defaults.bidAdjustments?.mediatype ?? {});
  const named: [path: string, names: readonly string[]][] = [
    ['bidders', Object.keys(defaults.bidders ?? {})],
    ['preferredMediaType', Object.keys(defaults.preferredMediaType ?? {})],
    ['secondaryBidders', defaults.secondaryBidders ?? []],
    ...adjusted.map(([type, map]): [string, string[]] => [`bidAdjustments.mediatype.${type}`, Object.keys(map)]),
  ];
  return named.flatMap(([path, names]) => {
    const own = names.filter((name) => name !== '*');
    return unknown(own, codes).map(({ name, fix }) => `accounts.defaults.${path}.${name} is no bidder here: ${fix}`);
  });
}

/** Each name that nobody has as a code, with what to do about it. */
function unknown(names: readonly string[], codes: readonly string[]) {
  return strangers(names, codes, componentCode).map(([name, meant]) => ({ name, fix: strangerFix(meant) }));
}
