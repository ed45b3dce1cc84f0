/** The whole configuration (interface, 'Configuration'): every setting with its limits and default. */
import { Type, type Static } from 'typebox';
import { accountSchema } from './account-settings.ts';
import { analyticsSection } from './analytics-settings.ts';
import { auctionSection, validationSection } from './auction-settings.ts';
import { biddersSection } from './bidder-settings.ts';
import { captureSection } from './capture-settings.ts';
import { eventsSection } from './event-settings.ts';
import { floorsSection } from './floor-settings.ts';
import { list, section, text, toggle, whole, type Frozen } from './kinds.ts';
import { bidderHealthSection, overloadSection } from './overload-settings.ts';
import { pluginsSection } from './plugin-settings.ts';
import { privacySection } from './privacy-settings.ts';
import {
  cacheSection,
  categoriesSection,
  currencySection,
  lineItemsSection,
  storedSection,
} from './storage-settings.ts';
import { targetingSection } from './targeting-settings.ts';
import { userSyncSection } from './user-sync-settings.ts';

const port = { min: 0, max: 65_535 };

function autoOr(defaultValue: 'auto' | 1, description: string) {
  const number = Type.Integer({ minimum: defaultValue === 'auto' ? 0 : 1, maximum: 256 });
  return Type.Union([Type.Literal('auto'), number], { default: defaultValue, description });
}

const ids = (description: string) => list(Type.String({ minLength: 1, maxLength: 1024 }), description);

/** The schema of the configuration; the files *-settings.ts hold the larger parts. */
export const configSchema = section(
  {
    host: text(
      { default: '0.0.0.0', format: 'host' },
      'Address to listen on; without a configuration file: 127.0.0.1.',
    ),
    port: whole({ ...port, default: 8000 }, 'Port to listen on; 0: any free one.'),
    externalUrl: text(
      { default: 'http://localhost:8000', format: 'base-url' },
      'URL at which browsers reach this host, for setuid, event and cache URLs; default: localhost and the port.',
    ),
    namespace: text(
      {
        default: 'svc',
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$',
        hint: 'a letter, then letters, digits, "_" or "-" (32 at most)',
      },
      'The namespace of extensions, as in ext.svc; use prebid for existing clients.',
    ),
    dataCenter: text(
      { default: '', pattern: '^[A-Za-z0-9._-]{0,64}$', hint: 'letters, digits, ".", "_" or "-" (64 at most)' },
      'Name of the data centre, passed to bidders that use it; empty: none.',
    ),
    processes: autoOr(
      1,
      'Processes that share the port, supervised by a primary if more than one; auto: from cores and memory.',
    ),
    drainDelayMs: whole(
      { min: 0, max: 600_000, default: 500 },
      'How long a process still serves before it closes the port, in milliseconds: its answers close their connections and, except in a rolling restart, /status answers 503.',
    ),
    warmUpMs: whole(
      // Threads warm up before this. Both together must end well before the primary gives up a forked process, after a minute.
      { min: 0, max: 10_000, default: 1000 },
      'How long a process runs synthetic auctions before it opens the port, so that no client waits for code to be compiled, in milliseconds.',
    ),
    workers: autoOr('auto', 'Worker threads per process; 0: work on the main thread; auto: from cores and memory.'),
    trustedProxies: Type.Array(Type.String({ format: 'proxy', maxLength: 100 }), {
      default: ['loopback', 'private'],
      maxItems: 10_000,
      description:
        'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: loopback, private, addresses, ranges such as 10.0.0.0/8.',
    }),
    auction: auctionSection,
    overload: overloadSection,
    bidderHealth: bidderHealthSection,
    validation: validationSection,
    bidders: biddersSection,
    stored: storedSection,
    accounts: section(
      { required: toggle(false, 'Reject requests without a known account.'), defaults: accountSchema },
      'Accounts of publishers.',
    ),
    blocked: section(
      { accounts: ids('Account ids rejected with 503.'), apps: ids('App ids rejected with 503.') },
      'Who is rejected.',
    ),
    cache: cacheSection,
    currency: currencySection,
    targeting: targetingSection,
    priceFloors: floorsSection,
    userSync: userSyncSection,
    privacy: privacySection,
    events: eventsSection,
    analytics: analyticsSection,
    defaultRequest: text(
      { default: '', maxLength: 262_144 },
      'JSON with defaults for what neither a request nor its stored request sets, such as {"ext": {"svc": {"aliases": {…}}}}; empty: none.',
    ),
    plugins: pluginsSection,
    lineItems: lineItemsSection,
    categories: categoriesSection,
    capture: captureSection,
    admin: section(
      {
        host: text({ default: '127.0.0.1', format: 'host' }, 'Address of the admin port.'),
        port: whole({ ...port, default: 6060 }, 'Port of metrics and inspection; 0: any free one.'),
        metricAccounts: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
          default: [],
          maxItems: 100,
          description: 'Ids of accounts whose auctions metrics count by name; all others are counted as one.',
        }),
      },
      'The admin port: must not be reachable from outside.',
    ),
    debug: section(
      {
        overrideToken: text(
          {
            default: '',
            pattern: '^(?:[!-~]{16,256})?$',
            hint: 'at least 16 letters, digits or marks without spaces (256 at most)',
            writeOnly: true,
          },
          'Requests that send this token in the header x-pbs-debug-override get debug output, whatever they or their account say; at least 16 characters; empty: none.',
        ),
      },
      'Debug output of auctions.',
    ),
    log: section(
      {
        level: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
          default: 'info',
          description: 'Minimum level that is logged; Gavel logs nothing below info.',
        }),
      },
      'Logging.',
    ),
  },
  'The configuration.',
);

/** The configuration as loaded, deeply frozen. Every section is present; only members without a default may be absent. */
export type Config = Frozen<Static<typeof configSchema>>;
