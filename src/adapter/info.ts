/**
 * Decides what is published about bidders (implementation A 6): names, facts and params of those known here and of those only configured.
 */
import type { TSchema } from 'typebox';
import type { MediaType } from '../openrtb/media-types.ts';
import type { Capabilities } from './contract.ts';
import type { KnownBidder } from './known-bidders.ts';
import { openrtbBidder } from './openrtb.ts';
import type { BidderSettings, Registry } from './registry.ts';

/** The entries of the configuration's `bidders` by code. */
type Settings = { readonly [code: string]: Partial<BidderSettings> };

/** The public details of one bidder. Only an active one has `usesHttps` and `capabilities`. */
export interface BidderInfo {
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly usesHttps?: boolean;
  readonly capabilities?: { readonly [platform in keyof Capabilities]?: { readonly mediaTypes: readonly MediaType[] } };
  readonly aliasOf?: string;
}

/** Which bidders to list: only those that this host calls, or only those that are no alias. */
export interface InfoFilter {
  readonly enabledOnly: boolean;
  readonly baseOnly: boolean;
}

/** All bidders: those that this version knows and those of the configuration (`settings`). */
export class BiddersInfo {
  readonly #known: ReadonlyMap<string, KnownBidder>;
  readonly #registry: Registry;
  readonly #settings: Settings;
  readonly #codes: readonly string[];
  /** Codes by their lower-case form. */
  readonly #folded: ReadonlyMap<string, string>;

  constructor(known: ReadonlyMap<string, KnownBidder>, registry: Registry, settings: Settings) {
    this.#known = known;
    this.#registry = registry;
    this.#settings = settings;
    this.#codes = [...new Set([...known.keys(), ...Object.keys(settings)])].toSorted();
    this.#folded = new Map(this.#codes.map((code) => [code.toLowerCase(), code]));
  }

  /** The codes in alphabetical order. */
  names({ enabledOnly, baseOnly }: InfoFilter): string[] {
    return this.#codes.filter((code) => {
      if (enabledOnly && this.#registry.find(code) === undefined) return false;
      return !baseOnly || this.#aliasOf(code) === undefined;
    });
  }

  /** The details of the bidder `name`, in any case; undefined if there is no such bidder. */
  details(name: string): BidderInfo | undefined {
    const code = this.#codes.includes(name) ? name : this.#folded.get(name.toLowerCase());
    if (code === undefined) return undefined;
    const aliasOf = this.#aliasOf(code);
    const alias = aliasOf === undefined ? {} : { aliasOf };
    const bidder = this.#registry.find(code);
    if (bidder === undefined) return { status: 'DISABLED', ...alias };
    const { endpoint, capabilities } = bidder;
    const supported = capabilities === undefined ? {} : { capabilities: shown(capabilities) };
    return { status: 'ACTIVE', usesHttps: endpoint.startsWith('https:'), ...supported, ...alias };
  }

  /** The details of all bidders by code. */
  all(): ReadonlyMap<string, BidderInfo> {
    return new Map(this.#codes.map((code) => [code, this.details(code)!]));
  }

  /** The JSON schemas of all bidders' params by code. */
  params(): ReadonlyMap<string, TSchema> {
    return new Map(this.#codes.map((code) => [code, this.#paramsOf(code)]));
  }

  #paramsOf(code: string): TSchema {
    const adapter = this.#registry.find(code)?.adapter.code;
    const definition = this.#known.get(adapter ?? code)?.definition ?? openrtbBidder;
    return definition.params;
  }

  #aliasOf(code: string): string | undefined {
    const core = this.#registry.find(code)?.core ?? this.#settings[code]?.aliasOf ?? this.#known.get(code)?.aliasOf;
    return core === code ? undefined : core;
  }
}

function shown(capabilities: Capabilities): NonNullable<BidderInfo['capabilities']> {
  const entries = Object.entries(capabilities).map(([platform, mediaTypes]) => [platform, { mediaTypes }]);
  return Object.fromEntries(entries) as NonNullable<BidderInfo['capabilities']>;
}
