/** Finds what of a checked configuration cannot work all the same, or is doubtful: everything at once, before anything is opened (interface, 'Commands'). */
import { Registry } from './adapter/registry.ts';
import { analyticsModules } from './config/name-rules.ts';
import type { Config } from './config/schema.ts';
import { strangers } from './config/suggest.ts';
import { compileTrust } from './http/client-address.ts';
import { checkCookieBytes } from './http/sync-parts.ts';
import type { LoadedBidders } from './load-bidders.ts';
import { componentCode } from './privacy/activities.ts';
import { Syncers } from './usersync/syncers.ts';

/** The faults, each naming its setting and the fix; none when the service may start. */
export function startFaults(
  { bidders, externalUrl, trustedProxies, userSync }: Config,
  { definitions, known }: Pick<LoadedBidders, 'definitions' | 'known'>,
): readonly string[] {
  return [
    ...faultOf(() => new Registry(bidders, definitions)),
    ...faultOf(() => new Syncers({ settings: bidders, known }, externalUrl)),
    ...faultOf(() => checkCookieBytes({ ...userSync, priority: new Map() })),
    ...compileTrust(trustedProxies).faults,
  ];
}

/**
 * What is probably a slip of the pen, a sentence each: rules of activities that name nobody whom this host or version knows.
 * They are no faults, since requests may call a bidder as they like.
 */
export function startDoubts(
  { bidders, accounts }: Pick<Config, 'bidders' | 'accounts'>,
  { known }: Pick<LoadedBidders, 'known'>,
): readonly string[] {
  const codes = [...Object.keys(bidders), ...known.keys(), ...analyticsModules];
  const activities = Object.entries(accounts.defaults.privacy?.allowActivities ?? {});
  return activities.flatMap(([activity, { rules }]) => {
    const names = (rules ?? []).flatMap(({ condition }) => condition?.componentName ?? []);
    return strangers(names, codes, componentCode).map(([name, meant]) => {
      const fix = meant === '' ? 'correct it, unless requests call a bidder so' : `did you mean ${meant}?`;
      return `accounts.defaults.privacy.allowActivities.${activity} names ${name}, which is no bidder or module here: ${fix}`;
    });
  });
}

function faultOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
