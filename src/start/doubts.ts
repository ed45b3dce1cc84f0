/** Finds settings of a valid configuration that are probably mistakes (interface, 'Configuration'), to be logged at start. */
import { Registry } from '../adapter/registry.ts';
import type { CreativeSettings } from '../config/auction-settings.ts';
import type { Config } from '../config/schema.ts';
import { accountDoubts } from '../judge/account-doubts.ts';
import type { LoadedBidders } from '../load-bidders.ts';
import { keyDoubts } from './key-doubts.ts';
import { listed, syncDoubts } from './sync-doubts.ts';

/** The doubts, one sentence each, naming the setting and the fix. */
export function startDoubts(
  config: Config,
  { known, definitions }: Pick<LoadedBidders, 'known' | 'definitions'>,
): readonly string[] {
  const ofHost = [...missing(config), ...localCache(config), ...vendorLists(config), ...timeouts(config)];
  const codes = [...Object.keys(config.bidders), ...known.keys()];
  const ofAccounts = accountDoubts({ place: 'accounts.defaults.', settings: config.accounts.defaults }, codes);
  return [
    ...ofHost,
    ...withoutReasons(config),
    ...withoutVendorId(config, known),
    ...keyDoubts(config),
    ...syncDoubts(config, known),
    ...idleLimits(config),
    ...idlePreferences(config, definitions),
    ...ofAccounts,
  ];
}

const local = /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/;

/** Names that Chromium and Firefox trust without https; WebKit keeps no `uids` cookie there either. */
const trusted = /(?:^|\.)localhost$/;

/** Settings without which the service starts, but is of no use to the public. */
function missing({ host, externalUrl, namespace, bidders, accounts, targeting }: Config): string[] {
  const doubts: string[] = [];
  if (Object.keys(bidders).length === 0) doubts.push('bidders is empty, so auctions call nobody: add a bidder');
  const { protocol, hostname } = new URL(externalUrl);
  if (!local.test(host) && local.test(hostname)) {
    const use = 'sync, event and cache URLs do not work on other machines';
    doubts.push(`externalUrl is ${externalUrl}, and ${use}: set it to the URL at which browsers reach this host`);
  } else if (protocol === 'http:' && !local.test(hostname) && !trusted.test(hostname)) {
    const use = 'browsers keep the uids cookie, and creatives fetch cached bids, only over https';
    doubts.push(`externalUrl is ${externalUrl}, and ${use}: set it to the https URL of this host`);
  }
  if (namespace === 'prebid' && !(accounts.defaults.targeting?.includeWinners ?? targeting.includeWinners)) {
    const what =
      "but apps with the Prebid Mobile SDKs leave it to the server, and show no bid without the winners' keys";
    doubts.push(`targeting.includeWinners is false, ${what}: set it and targeting.includeBidderKeys to true`);
  }
  return doubts;
}

/** A stated address of cached bids that only this machine reaches. */
function localCache({ externalUrl, cache: { publicUrl } }: Config): string[] {
  if (local.test(new URL(externalUrl).hostname) || !local.test(new URL(publicUrl).hostname)) return [];
  const what = 'where other machines find no cached bid';
  return [
    `cache.publicUrl is ${publicUrl}, ${what}: leave it out, or set it to the URL at which players reach the cache`,
  ];
}

/** Missing sources of vendor lists: without a list, requests under GDPR bring nothing. */
function vendorLists({ privacy: { gdpr } }: Config): string[] {
  const { enabled, vendorListUrl: url, vendorListDir: dir, purposes } = gdpr;
  if (!enabled) return [];
  const doubts: string[] = [];
  const effect = purposes.p2.enforce === 'none' ? 'no bidder gets an id with' : 'no bidder is called for';
  if (url === '' && dir === '') {
    const why = `and without a vendor list ${effect} a request under GDPR`;
    doubts.push(
      `privacy.gdpr.vendorListUrl is empty, ${why}: set it to https://vendor-list.consensu.org, or name vendorListDir`,
    );
  } else if (dir === '') {
    const why = `so each start fetches the vendor lists again, and until one arrives ${effect} requests that need it`;
    doubts.push(`privacy.gdpr.vendorListDir is empty, ${why}: name a folder to keep them in`);
  }
  if (url.includes('{SPEC}') && !url.includes('{VERSION}')) {
    const what = 'so it is taken as the base URL of an archive, with each list at its usual path';
    doubts.push(`privacy.gdpr.vendorListUrl has {SPEC} and no {VERSION}, ${what}: add {VERSION}, or leave out {SPEC}`);
  }
  return doubts;
}

/** Timeouts for stored data and caching that leave no time for bidders. */
function timeouts({ stored: { timeoutMs }, cache: { expectedMs }, auction }: Config): string[] {
  const { tmaxDefaultMs, networkReserveMs, responseReserveMs } = auction;
  const leftMs = tmaxDefaultMs - networkReserveMs - responseReserveMs;
  const left = `the reserves leave ${leftMs} (auction.tmaxDefaultMs ${tmaxDefaultMs})`;
  const what = `but of an auction without tmax ${left}: set it to a fraction of that`;
  const doubts: string[] = [];
  if (timeoutMs >= leftMs)
    doubts.push(`stored.timeoutMs is ${timeoutMs}, ${what}, or auctions that wait that long get no bids`);
  if (expectedMs >= leftMs)
    doubts.push(`cache.expectedMs is ${expectedMs}, ${what}, or auctions that cache bids call nobody`);
  return doubts;
}

/** A log level at which the reasons that the alerts refer to are not logged; `--check` is then the only place that says so. */
function withoutReasons({ log: { level } }: Config): string[] {
  if (level !== 'error' && level !== 'fatal' && level !== 'silent') return [];
  const what = 'so the log does not say why bidders, stores and caches fail';
  return [`log.level is ${level}, ${what}: set it to warn or info`];
}

/** The host's own bidders without a stated Global Vendor List id; an alias does not inherit its core's. */
function withoutVendorId({ bidders, privacy }: Config, known: LoadedBidders['known']): string[] {
  if (!privacy.gdpr.enabled) return [];
  const stated = Object.entries(bidders).filter(([code, { enabled }]) => enabled && !known.has(code));
  const codes = stated.filter(([, { gvlVendorId }]) => gvlVendorId === undefined).map(([code]) => code);
  if (codes.length === 0) return [];
  const what = 'and without it they get no ids under GDPR, no browser is synced with them';
  const call = privacy.gdpr.purposes.p2.enforce === 'none' ? '' : ', and they are not called';
  return [
    `gvlVendorId is not set for ${listed(codes)}, ${what}${call}: set it in bidders.<code>, to 0 if there is none`,
  ];
}

/** Banner limits that have no effect because banners are not checked. */
function idleLimits({ validation, accounts: { defaults } }: Config): string[] {
  const own = 'accounts.defaults.validation';
  if ((defaults.validation?.bannerSize ?? validation.bannerSize) !== 'skip') return [];
  const decides = defaults.validation?.bannerSize === undefined ? 'validation' : own;
  const why = `has no effect while ${decides}.bannerSize is skip: set that to warn or enforce, unless accounts do so themselves`;
  const limits = (place: string, set: Partial<CreativeSettings> = {}): string[] =>
    (['bannerMaxWidth', 'bannerMaxHeight'] as const)
      .filter((name) => set[name])
      .map((name) => `${place}.${name} ${why}`);
  return [...limits('validation', validation), ...limits(own, defaults.validation)];
}

/** Media type preferences that have no effect because the bidder takes multi-format imps whole. */
function idlePreferences(
  { bidders, accounts: { defaults } }: Config,
  definitions: LoadedBidders['definitions'],
): string[] {
  const names = Object.keys(defaults.preferredMediaType ?? {});
  if (names.length === 0) return [];
  const registry = new Registry(bidders, definitions);
  const whole = names.flatMap((name) => registry.find(name) ?? []).filter((bidder) => bidder.multiformatSupported);
  return whole.map(({ code }) => {
    const why = `because ${code} supports imps with several media types: leave it out, or set bidders.${code}.multiformatSupported to false`;
    return `accounts.defaults.preferredMediaType.${code} has no effect, ${why}`;
  });
}
