/** Converts where a Prebid Server Java host listens, what it calls itself, and how it calls others. */
import { butNot, number, text } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { isOn, wholeOf } from './values.ts';

const tls = 'Gavel speaks no TLS: put HAProxy or nginx before it (src/hosting)';
const keys = 'is not used: where bidders or stores have certificates of your own, start Gavel with NODE_EXTRA_CA_CERTS';

const adminPort =
  "Gavel's admin port has /metrics, /currency/rates, /storedrequests/openrtb2 and /capture, without password: it listens on 127.0.0.1 (admin.host)";

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
  join: ({ stated, put }) => {
    if (isOn(stated('enabled')) !== true) return put(failures, 0);
    for (const [from, to] of breakerSettings) {
      const value = wholeOf(stated(from));
      if (value !== undefined) put(to, value);
    }
  },
};

/** The rules of ports, addresses, the host's names, and outgoing calls. */
export const listenRules: readonly Rule[] = [
  { from: 'server.http.port', to: 'port', as: number },
  { from: 'http.port', to: 'port', as: number },
  { from: 'server.http.server-instances', to: 'processes', as: number },
  { from: 'vertx.http-server-instances', to: 'processes', as: number },
  { from: 'server.http.enabled', tell: 'Gavel always listens on a port', unless: [true] },
  { from: 'server.unix-socket.enabled', tell: 'Gavel listens on a port alone', unless: [false] },
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
  { from: 'http-client.max-redirects', tell: 'Gavel follows no redirect of a bidder', unless: [0] },
  { from: 'http-client.ssl', tell: keys, unless: [false] },
  breaker,
  {
    from: 'status-response',
    tell: '/status answers 204 without a text, and 503 while a process ends: let checks ask for the status alone',
  },
  { from: 'debug.override-token', to: 'debug.overrideToken', as: text },
  {
    from: 'spring.config.activate',
    tell: 'what stands in a document of a profile is left out: convert a file in which it holds always',
  },
  {
    from: 'spring.profiles',
    tell: 'what stands in documents and files of a profile is left out: convert a file in which it holds always',
  },
  { from: 'spring.config.import', tell: 'what another file states is not read: put it into this one' },
];
