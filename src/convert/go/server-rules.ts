/** Converts a Prebid Server (Go) host's address, times, limits and request rules (implementation A 8). */
import { butNot, checkModes, number, text, texts } from '../conversions.ts';
import type { Conversion, JointRule, Rule } from '../rule.ts';
import { defaultRequestRule } from './default-request.ts';
import { reserves, times } from './time-rules.ts';
import { flag, hostOf, isOn } from './values.ts';

/** Gavel fetches floors only from providers that the host admits. */
const providers: JointRule = {
  within: 'account_defaults.price_floors.fetch',
  from: ['enabled', 'url'],
  to: ['priceFloors.providerHosts'],
  join: ({ stated, textAt, put }) => {
    const host = hostOf(textAt('url'));
    if (host !== '' && isOn(stated('enabled')) !== false) put('priceFloors.providerHosts', [host]);
  },
};

/** The host's own code in auctions. */
const hooks: JointRule = {
  within: 'hooks',
  from: ['enabled', 'modules', 'host_execution_plan', 'default_account_execution_plan'],
  to: [],
  join: ({ stated, tell }) => {
    if (isOn(stated('enabled')) === true)
      tell('', 'modules have no counterpart: code of your own in auctions is a plugin (src/plugins)');
  },
};

/** The setting requires any account id. Only if the account defaults are disabled does it require a stored account, as Gavel's does. */
const required: Conversion = (stated, around) => {
  const made = flag(stated, around);
  if (made?.value !== true || isOn(around.stated('account_defaults.disabled')) === true) return made;
  return {
    tell: 'asks there for the id of an account, stored or not; accounts.required: true refuses those that are not stored, too: set it once all are brought over',
  };
};

const noVideo = 'has no counterpart: Gavel has no /openrtb2/video';

/** The rules of everything but bidders, storage, cache, user sync, privacy and observation. */
export const serverRules: readonly Rule[] = [
  { from: 'host', to: 'host', as: butNot([''], text) },
  { from: 'port', to: 'port', as: number },
  { from: 'external_url', to: 'externalUrl', as: butNot([''], text) },
  { from: 'datacenter', to: 'dataCenter', as: text },
  { from: 'unix_socket_enable', tell: 'has no counterpart: Gavel listens on host and port', unless: [false] },
  { from: 'unix_socket_name', needless: true },
  { from: 'status_response', tell: 'has no counterpart: /status answers 204 without a body', unless: [''] },
  { from: 'garbage_collector_threshold', needless: true },
  times,
  reserves,
  {
    from: 'amp_timeout_adjustment_ms',
    tell: 'has no counterpart: auction.responseReserveMs is kept back for all',
    unless: [0],
  },
  { from: 'max_request_size', to: 'auction.maxRequestBytes', as: number },
  { from: 'compression.request.enable_gzip', needless: true },
  {
    from: 'compression.response.enable_gzip',
    tell: 'is for the proxy in front: Gavel leaves compression to it (src/hosting)',
    unless: [false],
  },
  {
    from: 'enable_gzip',
    tell: 'is for the proxy in front: Gavel leaves compression to it (src/hosting)',
    unless: [false],
  },
  { from: 'http_client.max_connections_per_host', to: 'auction.connectionsPerBidder', as: butNot([0], number) },
  { from: 'http_client.max_idle_connections', needless: true },
  { from: 'http_client.max_idle_connections_per_host', needless: true },
  ...['idle_connection_timeout_seconds', 'tls_handshake_timeout_seconds', 'dialer', 'throttle'].map((name): Rule => ({
    from: `http_client.${name}`,
    needless: true,
  })),
  { from: 'http_client_cache', needless: true },
  {
    from: 'certificates_file',
    tell: 'is for Node itself: start the service with NODE_EXTRA_CA_CERTS=FILE',
    unless: [''],
  },
  { from: 'generate_bid_id', to: 'auction.generateBidId', as: flag },
  {
    from: 'generate_request_id',
    tell: 'has no counterpart: a stored request whose id is {{UUID}} gets one of its own',
    unless: [false],
  },
  {
    from: 'auto_gen_source_tid',
    tell: 'is said by requests: set "createtids": false below ext.prebid of defaultRequest',
    unless: [true],
  },
  { from: 'blocked_apps', to: 'blocked.apps', as: texts },
  { from: 'blacklisted_apps', to: 'blocked.apps', as: texts },
  { from: 'blacklisted_accts', to: 'blocked.accounts', as: texts },
  { from: 'account_required', to: 'accounts.required', as: required },
  { from: 'validations.banner_creative_max_size', to: 'validation.bannerSize', as: checkModes },
  { from: 'validations.secure_markup', to: 'validation.secureMarkup', as: checkModes },
  { from: 'validations.max_creative_width', to: 'validation.bannerMaxWidth', as: number },
  { from: 'validations.max_creative_height', to: 'validation.bannerMaxHeight', as: number },
  {
    from: 'request_validation',
    tell: 'has no counterpart: which addresses are private is fixed; trustedProxies says whose X-Forwarded-For is believed',
  },
  {
    from: 'request_timeout_headers',
    tell: 'has no counterpart: Gavel refuses auctions that wait too long by itself (overload.maxDelayMs)',
  },
  {
    from: 'host_schain_node',
    tell: 'has no counterpart: Gavel adds no node to supply chains; a plugin may (src/plugins)',
  },
  { from: 'currency_converter.fetch_url', to: 'currency.ratesUrl', as: text },
  {
    from: 'currency_converter.fetch_interval_seconds',
    to: 'currency.refreshSeconds',
    as: butNot([0], number, 'is 0, but Gavel always reads rates again: currency.refreshSeconds says how often'),
  },
  {
    from: 'currency_converter.stale_rates_seconds',
    tell: 'has no counterpart: Gavel uses the last rates it has, and says how old they are',
    unless: [0],
  },
  defaultRequestRule,
  hooks,
  providers,
  { from: 'price_floors.enabled', needless: true },
  { from: 'price_floors.fetcher', needless: true },
  { from: 'experiment.adscert.mode', tell: 'has no counterpart: Gavel signs no requests', unless: ['off', ''] },
  { from: 'experiment.adscert.inprocess', needless: true },
  { from: 'experiment.adscert.remote', needless: true },
  { from: 'stored_video_req', tell: noVideo },
  { from: 'video_stored_request_required', tell: noVideo, unless: [false] },
  { from: 'vtrack.timeout_ms', needless: true },
  { from: 'vtrack.enabled', tell: 'has no counterpart: Gavel always serves /vtrack', unless: [true] },
  {
    from: 'vtrack.allow_unknown_bidder',
    tell: 'has no counterpart: VAST of bidders that are none of this host is tracked, too',
    unless: [true],
  },
  { from: 'event.timeout_ms', needless: true },
  { from: 'recaptcha_secret', tell: 'has no counterpart: /optout asks for no captcha', unless: [''] },
];
