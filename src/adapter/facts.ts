/** Decides what is known of a bidder beyond its behaviour (bidders, 'Facts are data'), and how a definition writes it. */
import type { Capabilities } from './contract.ts';

/** One way to synchronise: `url` may have macros (usersync/sync-url.ts), in place of `userMacro` the bidder puts its id, '' when it appends it. */
export interface SyncPage {
  readonly url: string;
  readonly userMacro: string;
}

/** A bidder's user sync. `key`: its name in the cookie, if not the code; `supports`: the ways it has without a public address. */
export interface SyncFacts {
  readonly key?: string;
  readonly iframe?: SyncPage;
  readonly redirect?: SyncPage;
  readonly supports?: readonly ('iframe' | 'redirect')[];
  readonly supportCORS?: boolean;
  /** What the bidder sends as the id of a user whom it does not know. */
  readonly nobody?: string;
}

/** A bidder's user sync as a definition writes it: an address alone has the `userMacro` beside it. */
export interface SyncOptions extends Omit<SyncFacts, 'iframe' | 'redirect'> {
  readonly iframe?: string | SyncPage;
  readonly redirect?: string | SyncPage;
  readonly userMacro?: string;
}

/** What is known of a bidder beyond its behaviour. The host's configuration goes before all of it. */
export interface BidderFacts {
  /** Absent when the host must state it. */
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
  /** True when it works only after the host has agreed details with the bidder: the endpoint must be stated. */
  readonly disabled?: boolean;
  /** True when only its aliases are bidders. */
  readonly whiteLabelOnly?: boolean;
}

/** The facts as a definition writes them. */
export interface FactOptions extends Omit<BidderFacts, 'sync'> {
  readonly sync?: SyncOptions;
}

/** Another name of a bidder, with facts of its own; those it does not state are its bidder's, but for the vendor id and sync addresses. */
export interface AliasOptions extends FactOptions {
  readonly code: string;
}

/** The names of all facts: what else a definition says is its behaviour. */
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

/** The facts among a definition's or an alias's words, with the sync written out. */
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
