/** Converts where a Prebid Server Java host listens, what it calls itself, and how it calls others. */
import { butNot, number, text } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { flagAt, wholeAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

const tls = 'not supported: Gavel does not serve TLS; put HAProxy or nginx in front of it (src/hosting)';
const keys =
  'not supported: if bidders or stores use certificates of your own, start the service with NODE_EXTRA_CA_CERTS=FILE instead';

const adminPort =
  'cannot be configured: Gavel has /version on its port and, without a password, /metrics, /currency/rates, /storedrequests/openrtb2, /cache/invalidate and /capture on its admin port, which listens on 127.0.0.1 by default (admin.host)';

const failures = 'bidderHealth.breakerFailures';

const breakerSettings = [
  ['opening-threshold', failures],
  ['opening-interval-ms', 'bidderHealth.breakerWindowMs'],
  ['closing-interval-ms', 'bidderHealth.breakerProbeMs'],
] as const;

const breaker: JointRule = {
  within: 'http-client.circuit-breaker',
  from: ['enabled', ...breakerSettings.map(([from]) => from), 'idle-expire-hours'],
  to: breakerSettings.map(([, to]) => to),
  join: (turn) => {
    const isOn = flagAt(turn, 'enabled') === true;
    if (!isOn) turn.put(failures, 0);
    for (const [from, to] of breakerSettings) {
      const value = wholeAt(turn, from);
      if (isOn && value !== undefined) turn.put(to, value);
    }
  },
};

const profiles =
  'what applies only in a profile, whether a document of this file or another file, is left out: convert a file without profiles';

/** The rules of ports, addresses, the host's names, and outgoing calls. */
export const listenRules: readonly Rule[] = [
  { from: 'server.http.port', to: 'port', as: number },
  { from: 'http.port', to: 'port', as: number },
  { from: 'server.http.server-instances', to: 'processes', as: number },
  { from: 'vertx.http-server-instances', to: 'processes', as: number },
  { from: 'server.http.enabled', tell: 'not supported: Gavel always listens on host and port', unless: [true] },
  { from: 'server.unix-socket.enabled', tell: unsupported.listening, unless: [false] },
  { from: 'server.unix-socket', needless: true },
  { from: 'server.ssl', tell: tls, unless: [false] },
  { from: 'http.ssl', tell: tls, unless: [false] },
  ...[
    'http.jks-path',
    'http.jks-password',
    'http.max-headers-size',
    'server.jks-path',
    'server.jks-password',
    'server.max-headers-size',
    'server.max-initial-line-length',
    'server.idle-timeout',
    'server.enable-quickack',
    'server.enable-reuseport',
    'server.cpu-load-monitoring',
    'vertx',
    'spring.main',
    'spring.application',
    'management',
    'host-id',
    'vendor',
    'system',
    'sub-system',
    'infra',
    'profile',
    'data-center',
    'http-client.idle-timeout-ms',
    'http-client.pool-cleaner-period-ms',
    'http-client.connect-timeout-ms',
    'http-client.use-compression',
    'http-client.jks-path',
    'http-client.jks-password',
  ].map((from): Rule => ({ from, needless: true })),
  { from: 'external-url', to: 'externalUrl', as: text },
  { from: 'datacenter-region', to: 'dataCenter', as: butNot(['local'], text) },
  { from: 'admin.port', to: 'admin.port', as: number },
  { from: 'admin-endpoints.*.enabled', tell: adminPort, unless: [false] },
  { from: 'admin-endpoints', needless: true },
  { from: 'http-client.max-pool-size', to: 'auction.connectionsPerBidder', as: number },
  { from: 'http-client.max-redirects', tell: 'not supported: Gavel follows no redirects of bidders', unless: [0] },
  { from: 'http-client.ssl', tell: keys, unless: [false] },
  breaker,
  {
    from: 'status-response',
    tell: unsupported.statusAnswer,
  },
  { from: 'debug.override-token', to: 'debug.overrideToken', as: text },
  {
    from: 'spring.config.activate',
    tell: profiles,
  },
  {
    from: 'spring.profiles',
    tell: profiles,
  },
  { from: 'spring.config.import', tell: 'the files that it names are not read: copy their settings into this one' },
];
