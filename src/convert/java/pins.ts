/** Defaults of Prebid Server Java that differ from Gavel's. */
import type { Around, Pin } from '../rule.ts';
import { isOn } from './values.ts';

const why = 'the default of Prebid Server Java';

const noRates = ({ stated }: Around): boolean =>
  ['currency-converter.external-rates.enabled', 'currency-converter.enabled'].some(
    (path) => isOn(stated(path)) === false,
  );

const noFloors = ({ stated }: Around): boolean => isOn(stated('price-floors.enabled')) !== true;

/** True if the floors of the shipped account defaults do not apply: floors are off, or the host's own defaults replace the shipped ones. */
const noShippedFloors = (around: Around): boolean =>
  noFloors(around) || around.stated('settings.default-account-config') !== undefined;

/** True if the only bidder that wants to be notified of timeouts is not enabled. */
const noListener = ({ stated }: Around): boolean => isOn(stated('adapters.audiencenetwork.enabled')) !== true;

const noGdpr = ({ stated }: Around): boolean => isOn(stated('gdpr.enabled')) === false;

/** The defaults on which existing clients, bidders and operators of Prebid Server Java may rely. */
export const pins: readonly Pin[] = [
  { to: 'port', value: 8080, why },
  { to: 'auction.tmaxDefaultMs', value: 5000, why: `${why}: requests without tmax get the maximum` },
  { to: 'auction.responseReserveMs', value: 20, why: `${why}: with networkReserveMs, bidders get 30 ms less` },
  { to: 'auction.tellServer', value: true, why: `${why}: bidders are told about the host` },
  { to: 'auction.passClientHints', value: true, why: `${why}: bidders get Save-Data and Sec-CH-UA` },
  {
    to: 'auction.tellTimeouts',
    value: true,
    why: `${why}: audienceNetwork is notified of timeouts`,
    unless: noListener,
  },
  {
    to: 'validation.wrongTypes',
    value: 'repair',
    why: 'as Prebid Server Java, which accepts "true" for true, a list for a text, data for ext.data',
  },
  { to: 'stored.timeoutMs', value: 100, why },
  { to: 'accounts.defaults.defaultBidLimit', value: 1, why: `${why}: one bid per bidder and imp without multibid` },
  {
    to: 'accounts.defaults.priceFloors.enabled',
    value: true,
    why: `${why} where price-floors.enabled is true`,
    unless: noFloors,
  },
  { to: 'accounts.defaults.priceFloors.enforceDealFloors', value: true, why, unless: noShippedFloors },
  { to: 'accounts.defaults.priceFloors.maxRules', value: 100, why, unless: noShippedFloors },
  { to: 'accounts.defaults.priceFloors.maxSchemaDims', value: 3, why, unless: noShippedFloors },
  {
    to: 'currency.ratesUrl',
    value: 'https://cdn.jsdelivr.net/gh/prebid/currency-file@1/latest.json',
    why,
    unless: noRates,
  },
  { to: 'currency.refreshSeconds', value: 900, why, unless: noRates },
  { to: 'targeting.includeWinners', value: true, why },
  { to: 'targeting.includeBidderKeys', value: true, why },
  { to: 'cache.tellLifetime', value: true, why: `${why}: each bid has its lifetime at exp` },
  { to: 'userSync.coopSync', value: true, why },
  { to: 'userSync.optOutUrl', value: 'http://prebid.org/optout', why },
  { to: 'userSync.optInUrl', value: 'http://prebid.org/optin', why },
  {
    to: 'privacy.gdpr.disclosedVendors',
    value: 'required',
    why: `${why}: a consent string made since March 2026 must list the vendors disclosed to the user`,
    unless: noGdpr,
  },
  { to: 'privacy.gdpr.vendorListUrl', value: 'https://vendor-list.consensu.org', why, unless: noGdpr },
  { to: 'admin.port', value: 8060, why },
];
