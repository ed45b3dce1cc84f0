/** Decides which of the host's plugins run in an auction, and with which settings (src/config/README, 'Plugins'). */
import type { Config } from '../src/config/schema.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import { type JsonObject } from '../src/openrtb/json-object.ts';
import { mergePatch } from '../src/openrtb/merge-patch.ts';
import { parsedJson } from '../src/openrtb/parsed-json.ts';
import type { Plugin } from '../src/plugins/contract.ts';
import { AuctionPlugins, type PluggedAuction, type RunningPlugin } from './auction-plugins.ts';

/** One of the host's plugins. */
export interface HostPlugin {
  readonly name: string;
  readonly code: Plugin;
  readonly enabled: boolean;
  readonly settings: JsonObject;
}

/** The host's plugins in the order of the configuration, undefined for none; a plugin whose code is not given is left out. */
export function hostPlugins({ plugins }: Config, code: ReadonlyMap<string, Plugin>): readonly HostPlugin[] | undefined {
  const known = Object.entries(plugins).filter(([name]) => code.has(name));
  if (known.length === 0) return undefined;
  return known.map(([name, { enabled, settings }]) => ({ name, code: code.get(name)!, enabled, settings }));
}

/** The plugins that run in an auction; undefined for none. */
export function auctionPlugins(host: readonly HostPlugin[], auction: PluggedAuction): AuctionPlugins | undefined {
  const { account, own = {}, namespace, found } = auction;
  const running = host.flatMap(({ name, code, enabled, settings }): RunningPlugin[] => {
    const stated = statedFor(own, name);
    if (!(stated?.enabled ?? enabled)) return [];
    const merged = mergePatch(settings, stated?.settings ?? {}) as JsonObject;
    const known = found?.find(({ plugin }) => plugin === name);
    const facts = { account, namespace, settings: merged, ...(known && { found: parsedJson(known.json) }) };
    return [{ name, code, facts: freezeDeep(facts) }];
  });
  return running.length === 0 ? undefined : new AuctionPlugins(running, auction);
}

/** The account's settings of a plugin, whose name matches in any case, as other names in accounts do. */
function statedFor(own: NonNullable<PluggedAuction['own']>, name: string): AccountPlugin | undefined {
  if (Object.hasOwn(own, name)) return own[name];
  const folded = name.toLowerCase();
  return Object.entries(own).find(([stated]) => stated.toLowerCase() === folded)?.[1];
}

type AccountPlugin = NonNullable<PluggedAuction['own']>[string];
