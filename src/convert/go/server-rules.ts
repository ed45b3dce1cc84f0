/** Converts a Prebid Server (Go) host's address, times, limits and request rules (implementation A 8). */
import { butNot, checkModes, number, text, texts } from '../conversions.ts';
import type { Conversion, JointRule, Rule } from '../rule.ts';
import { defaultRequestRule } from './default-request.ts';
import { reserves, times } from './time-rules.ts';
import { flag, flagAt, isFlag, isOn } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** The host's own code in auctions. */
const hooks: JointRule = {
  within: 'hooks',
  from: ['enabled', 'modules', 'host_execution_plan', 'default_account_execution_plan'],
  to: [],
  join: (turn) => {
    if (flagAt(turn, 'enabled') === true)
      turn.tell(
        'enabled',
        'not supported: modules of Prebid Server (Go) do not run in Gavel; write a plugin instead (src/plugins)',
      );
  },
};

/** The setting requires any account id. Only if the account defaults are disabled does it require a stored account, as Gavel's does. */
const required: Conversion = (stated, around) => {
  const made = flag(stated, around);
  if (made?.value !== true || isOn(around.stated('account_defaults.disabled')) === true) return made;
  return {
    tell: 'not converted: it only requires an account id, but accounts.required: true also rejects accounts that are not stored; set it once all are converted',
  };
};

/** The rules of everything but bidders, storage, cache, user sync, privacy and observation. */
export const serverRules: readonly Rule[] = [
  { from: 'host', to: 'host', as: butNot([''], text) },
  { from: 'port', to: 'port', as: number },
  { from: 'external_url', to: 'externalUrl', as: butNot([''], text) },
  { from: 'datacenter', to: 'dataCenter', as: text },
  { from: 'unix_socket_enable', tell: unsupported.listening, unless: [false] },
  { from: 'unix_socket_name', needless: true },
  { from: 'status_response', tell: unsupported.statusAnswer, unless: [''] },
  { from: 'garbage_collector_threshold', needless: true },
  times,
  reserves,
  {
    from: 'amp_timeout_adjustment_ms',
    tell: 'not supported: auction.responseReserveMs, the time reserved for the answer, is the same for AMP pages',
    unless: [0],
  },
  { from: 'max_request_size', to: 'auction.maxRequestBytes', as: number },
  { from: 'compression.request.enable_gzip', needless: true },
  {
    from: 'compression.response.enable_gzip',
    tell: unsupported.compression,
    unless: [false],
  },
  {
    from: 'enable_gzip',
    tell: unsupported.compression,
    unless: [false],
  },
  { from: 'http_client.max_connections_per_host', to: 'auction.connectionsPerBidder', as: butNot([0], number) },
  { from: 'http_client.max_idle_connections', needless: true },
  { from: 'http_client.max_idle_connections_per_host', needless: true },
  ...[
    'idle_connection_timeout_seconds',
    'tls_handshake_timeout_seconds',
    'expect_continue_timeout_seconds',
    'dialer',
    'throttle',
  ].map((name): Rule => ({ from: `http_client.${name}`, needless: true })),
  { from: 'http_client_cache', needless: true },
  ...['certificates_file', 'certificates_use_system'].map((from): Rule => ({
    from,
    tell: 'not supported: start the service with NODE_EXTRA_CA_CERTS=FILE instead',
    unless: ['', false],
  })),
  { from: 'generate_bid_id', to: 'auction.generateBidId', as: flag },
  {
    from: 'generate_request_id',
    tell: unsupported.generatedRequestIds,
    unless: [false],
  },
  {
    from: 'auto_gen_source_tid',
    tell: 'not supported: set ext.prebid.createtids to false in defaultRequest instead',
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
    tell: 'not supported: the list of private networks is fixed; trustedProxies says whose X-Forwarded-For is trusted',
  },
  {
    from: 'request_timeout_headers',
    tell: 'not supported: Gavel itself rejects auctions that would wait too long (overload.maxDelayMs)',
  },
  { from: 'host_schain_node', tell: unsupported.schainNode },
  { from: 'currency_converter.fetch_url', to: 'currency.ratesUrl', as: text },
  { from: 'currency_converter.fetch_timeout_ms', needless: true },
  {
    from: 'currency_converter.fetch_interval_seconds',
    to: 'currency.refreshSeconds',
    as: butNot([0], number, 'is 0, but Gavel always refreshes rates: set currency.refreshSeconds instead'),
  },
  {
    from: 'currency_converter.stale_rates_seconds',
    tell: unsupported.staleRates,
    unless: [0],
  },
  defaultRequestRule,
  hooks,
  { from: 'price_floors.enabled', asked: isFlag },
  { from: 'price_floors.fetcher', needless: true },
  {
    from: 'experiment.adscert.mode',
    tell: unsupported.adsCert,
    unless: ['off', ''],
  },
  { from: 'experiment.adscert.inprocess', needless: true },
  { from: 'experiment.adscert.remote', needless: true },
  { from: 'stored_video_req', tell: unsupported.videoEndpoint },
  { from: 'video_stored_request_required', tell: unsupported.videoEndpoint, unless: [false] },
  { from: 'vtrack.timeout_ms', needless: true },
  { from: 'vtrack.enabled', tell: 'not supported: Gavel always serves /vtrack', unless: [true] },
  {
    from: 'vtrack.allow_unknown_bidder',
    tell: unsupported.vtrackBidders,
    unless: [true],
  },
  { from: 'event.timeout_ms', needless: true },
  // The cache of the legacy /auction endpoint, which releases before 2022 have.
  { from: 'datacache', needless: true },
  {
    from: 'recaptcha_secret',
    tell: unsupported.captcha,
    unless: [''],
  },
];
