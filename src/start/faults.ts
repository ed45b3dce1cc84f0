/** Finds settings of a valid configuration that cannot work, all at once and before anything is opened (interface, 'Commands'). */
import { Registry } from '../adapter/registry.ts';
import type { Config } from '../config/schema.ts';
import type { LoadedBidders } from '../load-bidders.ts';
import { faultsOf } from '../error-text.ts';
import { checkCookieBytes } from '../usersync/set-cookie.ts';
import { Syncers } from '../usersync/syncers.ts';

/** The faults, each naming its setting and the fix; empty when the service may start. */
export function startFaults(
  { bidders, externalUrl, userSync }: Config,
  { definitions, known }: Pick<LoadedBidders, 'definitions' | 'known'>,
): readonly string[] {
  return [
    ...faultsIn(() => new Registry(bidders, definitions)),
    ...faultsIn(() => new Syncers({ settings: bidders, known }, externalUrl)),
    ...faultsIn(() => checkCookieBytes(userSync)),
  ];
}

function faultsIn(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return faultsOf(error);
  }
}
