/** Converts the auction settings of Prebid Server Java: times, limits, checks, and what has no counterpart. */
import { checkModes, number, texts } from '../conversions.ts';
import type { Conversion, JointRule, JointTurn, Rule } from '../rule.ts';
import { defaultRequestRule } from './default-request.ts';
import { flag, isOn, wholeAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** The part of the time reserved by Prebid Server Java that is Gavel's network reserve. */
const networkReserveMs = 10;

const responseReserve: Conversion = (stated, around) => {
  const made = number(stated, around);
  return typeof made?.value === 'number' ? { value: Math.max(0, made.value - networkReserveMs) } : made;
};

const failing: Conversion = (stated) => {
  const fails = isOn(stated);
  return { value: fails === undefined ? stated.value : fails ? 'reject' : 'warn' };
};

const times: JointRule = {
  within: 'auction',
  from: ['biddertmax.min', 'biddertmax.max', 'max-timeout-ms', 'default-timeout-ms'],
  to: ['auction.tmaxMinMs', 'auction.tmaxMaxMs', 'auction.tmaxDefaultMs'],
  join: joinTimes,
};

function joinTimes(turn: JointTurn): void {
  const { put } = turn;
  const [least, newer, older, standard] = times.from.map((path) => wholeAt(turn, path));
  const most = newer ?? older;
  if (least !== undefined) put('auction.tmaxMinMs', least);
  if (most !== undefined) put('auction.tmaxMaxMs', most);
  if (standard !== undefined) put('auction.tmaxDefaultMs', standard);
  else if (most !== undefined)
    put('auction.tmaxDefaultMs', most, 'Prebid Server Java gives requests without tmax the maximum');
}

/** True leaves out bidders' keys by default; false is the default anyway. */
const onlyWinners: Conversion = (stated) => (isOn(stated) === true ? { value: false } : undefined);

const amp =
  'not supported: Gavel has the same times for AMP pages as for other requests (auction.tmaxDefaultMs and others)';

/** The rules of `auction`, `amp`, `video`, `vtrack`, and of the older times at the top level. */
export const auctionRules: readonly Rule[] = [
  times,
  defaultRequestRule,
  { from: 'auction.tmax-upstream-response-time', to: 'auction.responseReserveMs', as: responseReserve },
  { from: 'auction.timeout-adjustment-ms', to: 'auction.responseReserveMs', as: responseReserve },
  {
    from: 'auction.biddertmax.percent',
    tell: 'not supported: Gavel takes no percentage off tmax; to give bidders less time, raise auction.networkReserveMs',
    unless: [100],
  },
  { from: 'auction.stored-requests-timeout-ms', to: 'stored.timeoutMs', as: number },
  { from: 'auction.max-request-size', to: 'auction.maxRequestBytes', as: number },
  { from: 'auction.blocklisted-accounts', to: 'blocked.accounts', as: texts },
  { from: 'auction.blacklisted-accounts', to: 'blocked.accounts', as: texts },
  { from: 'auction.blocklisted-apps', to: 'blocked.apps', as: texts },
  { from: 'auction.blacklisted-apps', to: 'blocked.apps', as: texts },
  { from: 'auction.generate-bid-id', to: 'auction.generateBidId', as: flag },
  { from: 'auction.validations.banner-creative-max-size', to: 'validation.bannerSize', as: checkModes },
  { from: 'auction.validations.secure-markup', to: 'validation.secureMarkup', as: checkModes },
  {
    from: 'auction.validations.ad-podding',
    tell: unsupported.podRules,
    unless: ['skip'],
  },
  { from: 'auction.cache.expected-request-time-ms', to: 'cache.expectedMs', as: number },
  { from: 'auction.cache.only-winning-bids', to: 'targeting.includeBidderKeys', as: onlyWinners },
  {
    from: 'auction.host-schain-node',
    tell: unsupported.schainNode,
  },
  { from: 'auction.category-mapping-enabled', needless: true },
  {
    from: 'auction.strict-app-site-dooh',
    tell: 'not supported: Gavel always rejects a request with more than one of app, site and dooh',
    unless: [true],
  },
  {
    from: 'auction.enforce-random-bid-id',
    tell: unsupported.generatedBidIds,
    unless: [false],
  },
  {
    from: 'auction.privacysandbox',
    tell: unsupported.topics,
  },
  { from: 'auction.profiles.limit', to: 'auction.maxProfiles', as: number },
  {
    from: 'auction.profiles.fail-on-unknown',
    to: 'validation.unknownProfile',
    as: failing,
  },
  { from: 'auction.profiles', needless: true },
  {
    from: 'auction.timeout-notification.log-result',
    tell: unsupported.timeoutNoticeLog,
    unless: [false],
  },
  ...['generate-source-tid', 'id-generator-type', 'timeout-notification', 'filter-imp-media-type'].map(
    (name): Rule => ({ from: `auction.${name}`, needless: true }),
  ),
  { from: 'amp.custom-targeting', tell: 'not supported: an AMP page gets the targeting keys of all its cached bids' },
  { from: 'amp.default-timeout-ms', tell: amp, unless: [900] },
  { from: 'amp.max-timeout-ms', tell: amp, unless: [5000] },
  { from: 'amp.timeout-adjustment-ms', tell: amp, unless: [30] },
  { from: 'auction.video', tell: unsupported.videoEndpoint },
  { from: 'video.stored-request-required', tell: unsupported.videoEndpoint, unless: [false] },
  { from: 'video.stored-requests-timeout-ms', needless: true },
  { from: 'vtrack.allow-unknown-bidder', tell: unsupported.vtrackBidders, unless: [true] },
  { from: 'vtrack.allow-unkonwn-bidder', tell: unsupported.vtrackBidders, unless: [true] },
  { from: 'vtrack.modify-vast-for-unknown-bidder', tell: unsupported.vtrackBidders, unless: [true] },
  ...['vtrack.default-timeout-ms', 'event', 'default-timeout-ms', 'max-timeout-ms', 'timeout-adjustment-ms'].map(
    (from): Rule => ({ from, needless: true }),
  ),
];
