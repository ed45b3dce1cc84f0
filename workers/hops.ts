/** Builds the two hops from the configuration; the same functions serve a pool's thread and the main thread. */
import type { Bidder } from '../src/adapter/contract.ts';
import type { BidderDefinition } from '../src/adapter/define-bidder.ts';
import { knownBidders } from '../src/adapter/known-bidders.ts';
import { openrtbBidder } from '../src/adapter/openrtb.ts';
import { makeBidder, Registry } from '../src/adapter/registry.ts';
import type { HopFunctions } from '../src/auction/hop-functions.ts';
import { openMappings, type PackedMappings } from '../src/config/categories.ts';
import { groupLineItems } from '../src/config/line-item-index.ts';
import type { LineItem } from '../src/config/line-items.ts';
import { secretsOfBidder } from '../src/config/secrets.ts';
import type { Rates } from '../src/money/convert.ts';
import { compileFloorRules } from '../src/money/floor-rules.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import { isObject, type JsonObject } from '../src/openrtb/json-object.ts';
import { onceWhileKept } from '../src/openrtb/once.ts';
import { parsedJson } from '../src/openrtb/parsed-json.ts';
import type { FloorData } from '../src/openrtb/svc-floors.ts';
import type { Plugin } from '../src/plugins/contract.ts';
import { Policies } from '../src/privacy/policies.ts';
import { SignalReader } from '../src/privacy/signal-reader.ts';
import { syncKeys } from '../src/usersync/syncers.ts';
import { hostPlugins } from './host-plugins.ts';
import { KnownObjects } from './known-objects.ts';
import type { HopParts, HopSetup } from './parts.ts';
import { prepareAuction } from './prepare.ts';
import { remembered, rememberedAll } from './remembered.ts';
import { settleAuction } from './settle.ts';

const storedReader = makeBidder({
  code: 'stored',
  core: 'stored',
  definition: openrtbBidder,
  merged: { endpoint: 'http://stored.invalid/' },
});

/**
 * What is given besides the definitions:
 * the host's plugins by name, and the codes of all bidders that this version knows, if `definitions` are not all of them.
 */
interface MoreCode {
  readonly plugins?: ReadonlyMap<string, Plugin>;
  readonly knownCodes?: readonly string[];
}

/** The two hops as pure functions of their messages; `definitions` are those of the bidders that this host may have. */
export function createHops(
  setup: HopSetup,
  definitions: readonly BidderDefinition[] = [],
  { plugins = new Map(), knownCodes }: MoreCode = {},
): HopFunctions {
  const known = knownBidders(definitions);
  const registry = new Registry(setup.config.bidders, definitions, knownCodes ?? known.keys());
  const parts: HopParts = {
    ...setup,
    registry,
    storedReader,
    hostRates: remembered((json) => json as Rates),
    lineItems: remembered((json) => groupLineItems(json as readonly LineItem[])),
    categories: remembered((json) => openMappings(json as PackedMappings)),
    fetchedFloors: rememberedAll((json) => json as FloorData),
    floorRules: onceWhileKept(compileFloorRules),
    known: new KnownObjects(),
    defaults: defaultsOf(setup.config.defaultRequest),
    plugins: hostPlugins(setup.config, plugins),
    privacy: { policies: new Policies(setup.config.privacy), reader: new SignalReader() },
    uidPlaces: {
      syncKeys: syncKeys({ settings: setup.config.bidders, known }),
      hostFamily: setup.config.userSync.hostCookie.family,
    },
    bidderIndexes: new Map(Object.keys(setup.config.bidders).map((code, at) => [code, at])),
    secrets: new Map(Object.keys(setup.config.bidders).map((code) => [code, secretsFor(registry.find(code))])),
  };
  return {
    prepare: (message) => prepareAuction(message, parts),
    settle: (message) => settleAuction(message, parts),
  };
}

/** Frozen, because every auction shares it; the start of the process has validated it. */
function defaultsOf(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isObject(value) ? freezeDeep(value) : undefined;
}

function secretsFor(bidder: Bidder | undefined): readonly string[] {
  return bidder === undefined ? [] : secretsOfBidder({ ...bidder, credentials: { ...bidder.credentials } });
}
