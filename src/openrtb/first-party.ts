/** The parts of a request that hold first-party data, and how `bidderconfig` changes them (spec 4.1.10). */
import type { BidRequest } from './request.ts';

/** The parts that hold first-party data. */
export type FirstPartyData = Pick<BidRequest, 'site' | 'app' | 'dooh' | 'user' | 'device'>;

/** What one entry of `bidderconfig` changes for its bidders: codes or aliases, or `*` for all bidders that no entry names. */
export interface FirstPartyPatch {
  readonly bidders: readonly string[];
  /** Merged over the request's parts, where null removes a member (RFC 7396); values are in their OpenRTB 2.6 places. */
  readonly ortb2: FirstPartyData;
}
