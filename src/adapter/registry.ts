/** Decides which bidders this host has: those of the configuration, each with its adapter and facts (interface, 'Configuration'). */
import { freezeDeep } from '../openrtb/freeze.ts';
import type { Bidder, Capabilities, Credentials } from './contract.ts';
import type { BidderDefinition } from './define-bidder.ts';
import type { BidderFacts } from './facts.ts';
import { knownBidders, type KnownBidder } from './known-bidders.ts';
import { openrtbBidder } from './openrtb.ts';

/** One entry of the configuration's `bidders`, as far as calls need it. Absent members come from the definition. */
export interface BidderSettings {
  readonly enabled: boolean;
  readonly adapter?: string | undefined;
  readonly aliasOf?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly endpointCompression?: 'gzip' | 'none' | undefined;
  readonly gvlVendorId?: number | undefined;
  readonly ortbVersion?: '2.5' | '2.6' | undefined;
  readonly capabilities?:
    | { readonly [platform in keyof Capabilities]?: Capabilities[platform] | undefined }
    | undefined;
  readonly gppSupported?: boolean | undefined;
  readonly multiformatSupported?: boolean | undefined;
  readonly modifyingVastXmlAllowed?: boolean | undefined;
  readonly debugAllowed?: boolean | undefined;
  readonly extraInfo?: string | undefined;
  readonly platformId?: string | undefined;
  readonly credentials?: { readonly [member in keyof Credentials]?: string | undefined } | undefined;
}

type AllSettings = { readonly [code: string]: BidderSettings };

/** The bidders of this host. Codes match exactly first, then without regard to case (implementation A 1.7). */
export class Registry {
  readonly #bidders = new Map<string, Bidder>();
  readonly #folded = new Map<string, Bidder>();
  readonly #disabled = new Set<string>();

  /**
   * `settings`: the checked entries by code. `definitions`: all that these may need. `knownCodes`: the codes that this version knows; those
   * that are not configured count as disabled. Throws an AggregateError with one sentence for each setting that a bidder cannot work with:
   * no endpoint, or an endpoint or `extraInfo` that cannot be read.
   */
  constructor(settings: AllSettings, definitions: readonly BidderDefinition[], knownCodes: Iterable<string> = []) {
    const known = knownBidders([openrtbBidder, ...definitions]);
    const faults: string[] = [];
    for (const [code, one] of Object.entries(settings)) {
      if (!one.enabled) {
        this.#disabled.add(code.toLowerCase());
        continue;
      }
      try {
        const bidder = bidderOf(code, settings, known);
        this.#bidders.set(code, bidder);
        this.#folded.set(code.toLowerCase(), bidder);
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, faults.join('; '));
    for (const code of knownCodes) if (this.find(code) === undefined) this.#disabled.add(code.toLowerCase());
  }

  /** The enabled bidder of this name; undefined if there is none. */
  find(name: string): Bidder | undefined {
    return this.#bidders.get(name) ?? this.#folded.get(name.toLowerCase());
  }

  /**
   * The origins (scheme, name and port) of all endpoints, and of the URLs in `extraInfo`, at which some bidders are called, too; but for
   * those with a macro in their host.
   */
  hosts(): ReadonlySet<string> {
    const stated = [...this.#bidders.values()].flatMap(({ endpoint, extraInfo }) => [endpoint, ...urlsIn(extraInfo)]);
    const whole = stated.filter((one) => URL.canParse(one) && !new URL(one).host.includes('{'));
    return new Set(whole.map((one) => new URL(one).origin));
  }

  /** True for a bidder that is disabled, or known but not configured. */
  isDisabled(name: string): boolean {
    return this.#disabled.has(name.toLowerCase());
  }
}

/** The URLs in a text, without their paths; JSON may escape their slashes. */
function urlsIn(text: string): readonly string[] {
  return text.replaceAll('\\/', '/').match(/https?:\/\/[^\s"'\\/?#]+/gi) ?? [];
}

/** Builds one bidder from `settings[code]`, the entry that it is an alias of, and what this version knows of both. */
function bidderOf(code: string, settings: AllSettings, known: ReadonlyMap<string, KnownBidder>): Bidder {
  const { adapter, aliasOf, ...own } = settings[code]!;
  const parent = aliasOf !== undefined && Object.hasOwn(settings, aliasOf) ? settings[aliasOf]! : undefined;
  const { credentials: _, gvlVendorId: __, ...inherited } = stated<Partial<BidderSettings>>(parent ?? {});
  const source = known.get(parent?.adapter ?? adapter ?? aliasOf ?? code) ?? known.get(openrtbBidder.code)!;
  const isKnownCode = aliasOf === undefined && source.code === code;
  const facts = isKnownCode ? source.facts : { ...source.facts, gvlVendorId: undefined };
  const merged = { ...facts, ...inherited, ...stated(own) } as BidderSettings & BidderFacts;
  const core = aliasOf ?? (source.code === code ? (source.aliasOf ?? code) : code);
  return makeBidder({ code, core, definition: source.definition, merged });
}

/** The members that are not undefined. */
function stated<T extends object>(settings: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

const noCredentials: Credentials = { username: '', password: '', tracker: '', appSecret: '' };

interface Merged {
  readonly code: string;
  readonly core: string;
  readonly definition: BidderDefinition;
  readonly merged: Omit<BidderSettings, 'enabled'>;
}

/** The bidder as adapters see it. Throws an Error that names the setting at fault. */
export function makeBidder({ code, core, definition, merged }: Merged): Bidder {
  const { endpoint, credentials } = merged;
  const { adapter } = definition;
  if (endpoint === undefined)
    throw new Error(`bidders.${code}.endpoint is missing: give the URL that the bidder gave you`);
  const bidder = {
    code,
    configured: code,
    core,
    adapter,
    endpoint,
    endpointCompression: merged.endpointCompression === 'gzip' ? ('gzip' as const) : undefined,
    gvlVendorId: merged.gvlVendorId,
    ortbVersion: merged.ortbVersion ?? '2.5',
    capabilities: merged.capabilities as Capabilities | undefined,
    gppSupported: merged.gppSupported ?? false,
    multiformatSupported: merged.multiformatSupported ?? true,
    modifyingVastXmlAllowed: merged.modifyingVastXmlAllowed ?? false,
    debugAllowed: merged.debugAllowed ?? true,
    extraInfo: merged.extraInfo ?? '',
    platformId: merged.platformId ?? '',
    credentials: { ...noCredentials, ...stated(credentials ?? {}) } as Credentials,
  };
  try {
    freezeDeep([bidder.credentials, bidder.capabilities]);
    return Object.freeze({ ...bidder, ready: adapter.makeReady(bidder) });
  } catch (error) {
    const fault = `: ${error instanceof Error ? error.message : String(error)}`;
    throw new Error(`bidders.${code}${fault.replace(/^: the endpoint /, '.endpoint ')}`, { cause: error });
  }
}
