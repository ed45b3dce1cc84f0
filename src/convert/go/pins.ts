/** Defaults of Prebid Server (Go) that differ from Gavel's (implementation A 0, 3, 8). */
import type { Around, Pin } from '../rule.ts';
import { isOn } from './values.ts';

const hasNoFloors = ({ stated }: Around): boolean => isOn(stated('price_floors.enabled')) !== true;

/** True if the only bidder that wants to be notified of timeouts is not configured. */
const hasNoListener = ({ stated }: Around): boolean => stated('adapters.audiencenetwork.platform_id') === undefined;

const floors = 'the default of Prebid Server (Go) for accounts with floors';

/** The defaults on which existing clients, bidders and accounts may rely. */
export const pins: readonly Pin[] = [
  { to: 'auction.tmaxMinMs', value: 1, why: 'Prebid Server (Go) has no minimum tmax' },
  { to: 'auction.tmaxMaxMs', value: 60_000, why: 'Prebid Server (Go) has no maximum tmax by default' },
  { to: 'auction.tellServer', value: true, why: 'Prebid Server (Go) tells bidders about its host' },
  {
    to: 'auction.tellTimeouts',
    value: true,
    why: 'Prebid Server (Go) notifies audienceNetwork of timeouts',
    unless: hasNoListener,
  },
  { to: 'validation.unknownBidder', value: 'reject', why: 'as Prebid Server (Go): 400 for an unknown bidder' },
  { to: 'validation.badParams', value: 'reject', why: 'as Prebid Server (Go): 400 for params that fail their schema' },
  { to: 'cache.ttlRule', value: 'a', why: 'Prebid Server (Go) caches bids 60 s longer' },
  {
    to: 'currency.ratesUrl',
    value: 'https://cdn.jsdelivr.net/gh/prebid/currency-file@1/latest.json',
    why: 'where Prebid Server (Go) fetches rates by default',
  },
  { to: 'targeting.includeWinners', value: true, why: 'the default of Prebid Server (Go) for requests with targeting' },
  {
    to: 'targeting.includeBidderKeys',
    value: true,
    why: 'the default of Prebid Server (Go) for requests with targeting',
  },
  { to: 'userSync.defaultLimit', value: 0, why: 'Prebid Server (Go) syncs all bidders by default' },
  {
    to: 'privacy.gdpr.vendorListUrl',
    value: 'https://vendor-list.consensu.org',
    why: 'where Prebid Server (Go) fetches vendor lists',
  },
  {
    to: 'privacy.ccpa.enforce',
    value: false,
    why: 'the default of Prebid Server (Go); true enforces opt-outs in us_privacy and GPP',
  },
  { to: 'accounts.defaults.priceFloors.useDynamicData', value: false, why: floors, unless: hasNoFloors },
  { to: 'accounts.defaults.priceFloors.maxRules', value: 100, why: floors, unless: hasNoFloors },
  { to: 'accounts.defaults.priceFloors.maxSchemaDims', value: 3, why: floors, unless: hasNoFloors },
];
