/** What is known about a bidder besides its behaviour (bidders, 'Facts are data'), and how a definition states it. */
import type { Capabilities } from './contract.ts';

/**
 * One sync page. `url` may have macros (usersync/sync-url.ts). The bidder puts its user id in place of `userMacro`; '' if it appends the
 * id.
 */
export interface SyncPage {
  readonly url: string;
  readonly userMacro: string;
}

/**
 * A bidder's user sync. `key` is its name in the cookie, if not the code; `supports` lists the sync types it has without a public URL.
 */
export interface SyncFacts {
  readonly key?: string;
  readonly iframe?: SyncPage;
  readonly redirect?: SyncPage;
  readonly supports?: readonly ('iframe' | 'redirect')[];
  readonly supportCORS?: boolean;
  /** The id that the bidder sends for a user whom it does not know. */
  readonly nobody?: string;
}

/** A bidder's user sync as a definition states it. `userMacro` belongs to the pages that are given as a bare URL. */
export interface SyncOptions extends Omit<SyncFacts, 'iframe' | 'redirect'> {
  readonly iframe?: string | SyncPage;
  readonly redirect?: string | SyncPage;
  readonly userMacro?: string;
}

/** What is known about a bidder besides its behaviour. The host's configuration overrides all of it. */
export interface BidderFacts {
  /** Absent if the host must configure it. */
  readonly endpoint?: string;
  readonly endpointCompression?: 'gzip';
  readonly gvlVendorId?: number;
  readonly ortbVersion?: '2.5' | '2.6';
  readonly gppSupported?: boolean;
  readonly multiformatSupported?: boolean;
  readonly modifyingVastXmlAllowed?: boolean;
  readonly capabilities?: Capabilities;
  readonly sync?: SyncFacts;
  readonly extraInfo?: string;
  readonly platformId?: string;
  /**
   * True if the bidder works only after the host has agreed details with it. Prebid Server ships such a bidder disabled, which
   * conversions heed.
   */
  readonly disabled?: boolean;
  /** True if only its aliases are bidders. */
  readonly whiteLabelOnly?: boolean;
}

/** The facts as a definition states them. */
export interface FactOptions extends Omit<BidderFacts, 'sync'> {
  readonly sync?: SyncOptions;
}

/**
 * Another name of a bidder, with facts of its own. It inherits the others from the bidder, except `gvlVendorId`, `disabled`,
 * `whiteLabelOnly` and, of `sync`, all but the key.
 */
export interface AliasOptions extends FactOptions {
  readonly code: string;
}

/** The names of all facts; every other option of a definition is behaviour. */
const names: { readonly [name in keyof BidderFacts]-?: true } = {
  endpoint: true,
  endpointCompression: true,
  gvlVendorId: true,
  ortbVersion: true,
  gppSupported: true,
  multiformatSupported: true,
  modifyingVastXmlAllowed: true,
  capabilities: true,
  sync: true,
  extraInfo: true,
  platformId: true,
  disabled: true,
  whiteLabelOnly: true,
};

/** The facts among the options of a definition or alias, with each sync page as an object. */
export function readFacts(options: FactOptions): BidderFacts {
  const stated = Object.entries(options).filter(([name]) => Object.hasOwn(names, name));
  const { sync, ...facts } = Object.fromEntries(stated) as FactOptions;
  return sync === undefined ? facts : { ...facts, sync: readSync(sync) };
}

function readSync({ iframe, redirect, userMacro = '', ...sync }: SyncOptions): SyncFacts {
  const page = (given: string | SyncPage): SyncPage => (typeof given === 'string' ? { url: given, userMacro } : given);
  return {
    ...sync,
    ...(iframe !== undefined && { iframe: page(iframe) }),
    ...(redirect !== undefined && { redirect: page(redirect) }),
  };
}
