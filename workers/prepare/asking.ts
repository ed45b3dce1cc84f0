/** The input and the output of asking the bidders of one auction. */
import type { AuctionFacts, Bidder } from '../../src/adapter/contract.ts';
import type { CallRecord } from '../../src/auction/call-records.ts';
import type { ContextBidder, ContextCall, ContextNonBid, ContextStored } from '../../src/auction/context.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import type { LineItems } from '../../src/config/line-item-index.ts';
import type { NameOf } from '../../src/openrtb/bidder-names.ts';
import type { FirstPartyPatch } from '../../src/openrtb/first-party.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import type { PreferredType } from '../../src/stages/prepare/prefer-types.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import type { BodyRoom } from './body-room.ts';
import type { Compression } from './compression.ts';
import type { Part } from '../frame.ts';
import type { OfferedImp } from './merge-imps.ts';
import type { HopSinks } from '../parts.ts';
import type { AuctionPrivacy } from './privacy.ts';
import type { ToldFloors } from './told-floors.ts';

/** The auction as far as asking needs it. `headers` go to every bidder. */
export interface Asking extends HopSinks {
  readonly request: BidRequest;
  readonly imps: readonly OfferedImp[];
  readonly find: (name: string) => Bidder | undefined;
  readonly nameOf: NameOf;
  readonly configs: readonly FirstPartyPatch[];
  readonly account: AccountSettings;
  /** Undefined: no media type is preferred for any bidder. */
  readonly preferredType: PreferredType | undefined;
  readonly auction: AuctionFacts;
  readonly lineItems: LineItems | undefined;
  readonly bidderTmaxMs: number;
  /** Returns the id that the browser's cookie has for a configured bidder. */
  readonly uidOf: (configured: string) => string | undefined;
  readonly headers: readonly string[];
  readonly compression: Compression;
  readonly bodyRoom: BodyRoom;
  readonly privacy: AuctionPrivacy;
  /** The floors that bidders are sent; undefined: those of the imps. */
  readonly floors: ToldFloors | undefined;
  /** Undefined: none runs. */
  readonly plugins: AuctionPlugins | undefined;
}

/** One call with its body ready for the wire. */
export interface ReadyCall {
  readonly record: Omit<CallRecord, 'body'>;
  readonly body: Part;
}

/** Who is asked for what. */
export interface Asked {
  readonly bidders: ContextBidder[];
  readonly calls: ReadyCall[];
  readonly contextCalls: ContextCall[];
  readonly stored: ContextStored[];
  readonly nonbids: ContextNonBid[];
}
