/** What the two hops of one thread share. */
import type { Bidder } from '../src/adapter/contract.ts';
import type { Registry } from '../src/adapter/registry.ts';
import type { CodeBug, SharedText } from '../src/auction/messages.ts';
import type { CategoryMappings } from '../src/config/categories.ts';
import type { LineItems } from '../src/config/line-item-index.ts';
import type { Config } from '../src/config/schema.ts';
import type { Problems } from '../src/errors.ts';
import type { Rates } from '../src/money/convert.ts';
import type { FloorRules } from '../src/money/floor-rules.ts';
import type { JsonObject } from '../src/openrtb/json-object.ts';
import type { FloorData, FloorGroup } from '../src/openrtb/svc-floors.ts';
import type { UidPlaces } from '../src/stages/prepare/read-uids.ts';
import type { HostPlugin } from './host-plugins.ts';
import type { KnownObjects } from './known-objects.ts';
import type { PrivacyMemory } from './prepare/privacy.ts';

/** What both hops are set up with. `server` is this server's entry of the version header. */
export interface HopSetup {
  readonly config: Config;
  readonly server: string;
  /** Whether both hops of an auction run on this thread, so that the context need not become bytes. */
  readonly keepsContext?: boolean;
}

/** What each thread of the pool is set up with. */
export interface PoolSetup extends HopSetup {
  /** URLs of the bidders' definition files, which each thread imports. */
  readonly bidderFiles: readonly string[];
  /** URLs of the host's plugin files, by plugin name. */
  readonly pluginFiles: ReadonlyMap<string, string>;
  /** Codes of all bidders that this version knows. */
  readonly knownCodes: readonly string[];
}

/** What both hops share within one thread. */
export interface HopParts extends HopSetup {
  readonly registry: Registry;
  /** Reads stored auction responses, which belong to no bidder. */
  readonly storedReader: Bidder;
  /** The host's rates that a message brings. */
  readonly hostRates: (shared: SharedText | null) => Rates | undefined;
  /** The host's line items that a message brings, by bidder. */
  readonly lineItems: (shared: SharedText | null) => LineItems | undefined;
  /** The host's category mappings that a message brings, by name. */
  readonly categories: (shared: SharedText | null) => CategoryMappings | undefined;
  /** The floors of the account's provider that a message brings. */
  readonly fetchedFloors: (shared: SharedText | undefined) => FloorData | undefined;
  /** The rules of a group of floors, compiled once. */
  readonly floorRules: (group: FloorGroup) => FloorRules;
  readonly known: KnownObjects;
  /** `defaultRequest`, undefined for none. */
  readonly defaults: JsonObject | undefined;
  /** The host's plugins, in its order; undefined for none. */
  readonly plugins: readonly HostPlugin[] | undefined;
  readonly privacy: PrivacyMemory;
  readonly uidPlaces: UidPlaces;
  /** The index of each configured bidder by code, which tallies use for it. */
  readonly bidderIndexes: ReadonlyMap<string, number>;
  /** What debug output never shows, for each configured bidder by code. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
}

/** The collectors of problems found on the way. */
export interface ProblemSinks {
  readonly errors: Problems;
  readonly warnings: Problems;
}

/** The collectors of a whole hop. */
export interface HopSinks extends ProblemSinks {
  /** Bugs in the code of bidders and plugins. */
  readonly bugs: CodeBug[];
}

/** What those steps of the second hop work with whose problems are warnings. */
export interface BidTerms {
  readonly parts: HopParts;
  readonly warnings: Problems;
}
