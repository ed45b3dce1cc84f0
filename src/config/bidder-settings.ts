/** The settings of one bidder (interface, `bidders`; spec 4.5). They override the built-in definition. */
import { Type } from 'typebox';
import { mediaTypes } from '../openrtb/media-types.ts';
import { byCode, code, group, maybe, text, toggle, whole } from './kinds.ts';

const supported = Type.Array(Type.Enum([...mediaTypes]), {
  description: 'Media types that the bidder supports there.',
});

const skipWhen = group(
  {
    gdpr: maybe('Skip the sync when GDPR applies.'),
    gpp_sid: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
        description: 'Skip the sync when one of these GPP sections applies.',
      }),
    ),
  },
  'When the bidder is not synced.',
);

/** What both styles of sync share. */
const common = {
  enabled: toggle(true, 'Sync this bidder.'),
  skipwhen: Type.Optional(skipWhen),
};

const syncA = group(
  {
    url: text(
      { format: 'sync-url' },
      'The sync URL. Macros: {{.RedirectURL}}, {{.GDPR}}, {{.GDPRConsent}}, {{.USPrivacy}}, {{.GPP}}, {{.GPPSID}}, {{.Account}}.',
    ),
    userMacro: text({ default: '' }, 'The macro that the bidder replaces with its user id; empty: it appends the id.'),
  },
  'One type of sync.',
);

const userSync = group(
  {
    ...common,
    key: Type.Optional(
      text(
        code,
        'The key in the uids cookie; default: that of the definition or of the aliased bidder, else the bidder code.',
      ),
    ),
    supportCORS: maybe('The value of supportCORS in cookie_sync answers.'),
    iframe: Type.Optional(syncA),
    redirect: Type.Optional(syncA),
  },
  'User sync, in the format of Prebid Server (Go).',
);

const syncB = group(
  {
    url: text(
      { format: 'sync-url' },
      'The sync URL up to and including its redirect parameter. Macros: {{gdpr}}, {{gdpr_consent}}, {{us_privacy}}, {{gpp}}, {{gpp_sid}}, {{account}}.',
    ),
    'redirect-url': Type.Optional(
      text(
        { format: 'return-path' },
        'Path appended to externalUrl for the return URL: /setuid?bidder=…&uid=…, with account={{account}} if accounts are required or have privacy settings of their own.',
      ),
    ),
    'uid-macro': Type.Optional(
      text({}, 'The macro that the bidder replaces with its user id; only without redirect-url.'),
    ),
    'support-cors': maybe('The value of supportCORS in cookie_sync answers.'),
  },
  'One type of sync.',
);

const usersync = group(
  {
    ...common,
    'cookie-family-name': Type.Optional(
      text(
        code,
        'The key in the uids cookie; default: that of the definition or of the aliased bidder, else the bidder code.',
      ),
    ),
    iframe: Type.Optional(syncB),
    redirect: Type.Optional(syncB),
  },
  'User sync, in the format of Prebid Server Java.',
);

const secret = (what: string) => Type.Optional(text({ writeOnly: true }, what));

const credentials = group(
  {
    username: secret('User name for basic authentication.'),
    password: secret('Password for basic authentication.'),
    tracker: secret('Tracking id that some bidders require besides user name and password.'),
    appSecret: secret('Secret for signing requests.'),
  },
  'Credentials that the bidder issued to this host.',
);

const capabilities = group(
  { app: Type.Optional(supported), site: Type.Optional(supported), dooh: Type.Optional(supported) },
  'Media types by platform; platforms not listed are not supported.',
);

const bidder = group(
  {
    adapter: Type.Optional(
      text(
        code,
        'The built-in definition to use; default: the one with the same code, else "openrtb", the default adapter.',
      ),
    ),
    endpoint: Type.Optional(
      text({ format: 'endpoint' }, 'URL for bid requests; required unless the definition has one.'),
    ),
    enabled: toggle(true, 'Call this bidder.'),
    aliasOf: Type.Optional(
      text(
        code,
        'The bidder whose definition, endpoint and settings this alias inherits, except for gvlVendorId and credentials, which each must set itself.',
      ),
    ),
    gvlVendorId: Type.Optional(whole({ min: 0, max: 65_535 }, 'Global Vendor List id; 0: none.')),
    endpointCompression: Type.Optional(
      Type.Enum(['gzip', 'none'], {
        description:
          'Whether requests to this bidder are compressed, which costs CPU time; default: that of its definition.',
      }),
    ),
    ortbVersion: Type.Optional(
      Type.Enum(['2.5', '2.6'], {
        description: 'OpenRTB version that the bidder supports; default: that of its definition, else 2.5.',
      }),
    ),
    capabilities: Type.Optional(capabilities),
    modifyingVastXmlAllowed: maybe(
      'Whether its VAST may be changed: event trackers are added, and a video that only has a nurl gets a VAST wrapper of it.',
    ),
    multiformatSupported: maybe(
      'Whether it takes imps with several media types; otherwise it is offered only the one that the account or the request prefers, or not offered the imp.',
    ),
    debugAllowed: maybe('Whether its calls may appear in debug output, if the account allows it; default: true.'),
    gppSupported: maybe('Whether it supports GPP; otherwise the older fields are filled in from it.'),
    extraInfo: Type.Optional(text({}, 'Free-form text that the definition requires, often JSON.')),
    platformId: Type.Optional(text({}, 'The id that the bidder assigned to this host.')),
    credentials: Type.Optional(credentials),
    userSync: Type.Optional(userSync),
    usersync: Type.Optional(usersync),
  },
  'One bidder; empty: the built-in definition unchanged.',
);

/** The schema of `bidders`: settings by code. */
export const biddersSection = byCode(bidder, 'The bidders of this host by code.');
