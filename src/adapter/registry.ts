/** Decides which bidders this host knows: those of the configuration, each with its adapter and facts (interface, 'Configuration'). */
import type { Adapter, Bidder, MediaType } from './contract.ts';

/** One entry of the configuration's `bidders`, as far as calling it is concerned. */
export interface BidderSettings {
  readonly enabled: boolean;
  readonly adapter?: string | undefined;
  readonly aliasOf?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly endpointCompression?: 'gzip' | undefined;
  readonly gvlVendorId?: number | undefined;
  readonly ortbVersion?: '2.5' | '2.6' | undefined;
  readonly capabilities?:
    | { readonly [platform in 'app' | 'site' | 'dooh']?: readonly MediaType[] | undefined }
    | undefined;
}

/** The bidders of this host. Codes match exactly first, then without regard to case (implementation A 1.7). */
export class Registry {
  readonly #bidders = new Map<string, Bidder>();
  readonly #folded = new Map<string, Bidder>();
  readonly #disabled = new Set<string>();

  /**
   * `settings` by code; `adapters` by code; `fallback` serves a code that names none.
   * Throws on an adapter that is not known or an endpoint that is missing: the configuration was checked before.
   */
  constructor(
    settings: { readonly [code: string]: BidderSettings },
    adapters: ReadonlyMap<string, Adapter>,
    fallback: Adapter,
  ) {
    for (const [code, one] of Object.entries(settings)) {
      if (!one.enabled) {
        this.#disabled.add(code.toLowerCase());
        continue;
      }
      const adapter = adapters.get(one.adapter ?? one.aliasOf ?? code) ?? fallback;
      const parent = one.aliasOf === undefined ? undefined : settings[one.aliasOf];
      const endpoint = one.endpoint ?? parent?.endpoint;
      if (endpoint === undefined) throw new Error(`bidders.${code}.endpoint is missing`);
      const bidder: Bidder = {
        code,
        core: one.aliasOf ?? code,
        adapter,
        endpoint,
        endpointCompression: one.endpointCompression ?? parent?.endpointCompression,
        gvlVendorId: one.gvlVendorId,
        ortbVersion: one.ortbVersion ?? parent?.ortbVersion ?? '2.5',
        capabilities: (one.capabilities ?? parent?.capabilities) as Bidder['capabilities'],
      };
      this.#bidders.set(code, bidder);
      this.#folded.set(code.toLowerCase(), bidder);
    }
  }

  /** The bidder configured as `name`, if any and enabled. */
  find(name: string): Bidder | undefined {
    return this.#bidders.get(name) ?? this.#folded.get(name.toLowerCase());
  }

  /** True for a bidder that is configured but switched off. */
  isDisabled(name: string): boolean {
    return this.#disabled.has(name.toLowerCase());
  }
}
