/** The settings of one bidder (interface, `bidders`; spec 4.5). They override the built-in definition. */
import { Type } from 'typebox';
import { mediaTypes } from '../openrtb/media-types.ts';
import { byCode, code, group, maybe, text, toggle, whole } from './kinds.ts';

const supported = Type.Array(Type.Enum([...mediaTypes]), {
  description: 'The media types that the bidder takes there.',
});

const skipWhen = group(
  {
    gdpr: maybe('Leave the sync out when GDPR applies.'),
    gpp_sid: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
        description: 'Leave the sync out when one of these GPP sections applies.',
      }),
    ),
  },
  'When the bidder is not synchronised.',
);

/** What both styles of sync share. */
const common = {
  enabled: toggle(true, 'Synchronise this bidder.'),
  skipwhen: Type.Optional(skipWhen),
};

const syncA = group(
  {
    url: text(
      { format: 'sync-url' },
      'The sync address. Macros: {{.RedirectURL}}, {{.GDPR}}, {{.GDPRConsent}}, {{.USPrivacy}}, {{.GPP}}, {{.GPPSID}}, {{.Account}}.',
    ),
    userMacro: text({ default: '' }, 'The word that the bidder replaces with its user id; empty: it appends the id.'),
  },
  'One way to synchronise.',
);

const userSync = group(
  {
    ...common,
    key: Type.Optional(
      text(code, 'The key in the uids cookie; not stated: that of its definition or parent, else the bidder code.'),
    ),
    supportCORS: maybe('The value of supportCORS in cookie_sync answers.'),
    iframe: Type.Optional(syncA),
    redirect: Type.Optional(syncA),
  },
  'User sync, written as implementation A does.',
);

const syncB = group(
  {
    url: text(
      { format: 'sync-url' },
      'The sync address up to its redirect parameter. Macros: {{gdpr}}, {{gdpr_consent}}, {{us_privacy}}, {{gpp}}, {{gpp_sid}}, {{account}}.',
    ),
    'redirect-url': Type.Optional(
      text(
        { format: 'return-path' },
        'The path that follows externalUrl in the return URL: /setuid?bidder=…&uid=…, with account={{account}} where accounts are required or have privacy of their own.',
      ),
    ),
    'uid-macro': Type.Optional(text({}, 'The word that the bidder replaces with its user id, without redirect-url.')),
    'support-cors': maybe('The value of supportCORS in cookie_sync answers.'),
  },
  'One way to synchronise.',
);

const usersync = group(
  {
    ...common,
    'cookie-family-name': Type.Optional(
      text(code, 'The key in the uids cookie; not stated: that of its definition or parent, else the bidder code.'),
    ),
    iframe: Type.Optional(syncB),
    redirect: Type.Optional(syncB),
  },
  'User sync, written as implementation B does.',
);

const secret = (what: string) => Type.Optional(text({ writeOnly: true }, what));

const credentials = group(
  {
    username: secret('The name for basic authentication.'),
    password: secret('The password for basic authentication.'),
    tracker: secret('The tracking id that some bidders want beside name and password.'),
    appSecret: secret('The secret that signs requests.'),
  },
  'What the bidder gave this host to prove itself.',
);

const capabilities = group(
  { app: Type.Optional(supported), site: Type.Optional(supported), dooh: Type.Optional(supported) },
  'Media types by platform; a platform that is not named is not supported.',
);

const bidder = group(
  {
    adapter: Type.Optional(
      text(
        code,
        'The built-in definition to use; not stated: that of the same code, else "openrtb", the default adapter.',
      ),
    ),
    endpoint: Type.Optional(text({ format: 'endpoint' }, 'Where bid requests go; needed unless a definition has it.')),
    enabled: toggle(true, 'Ask this bidder.'),
    aliasOf: Type.Optional(
      text(
        code,
        'The bidder whose definition, endpoint and settings this name shares, but for gvlVendorId and credentials, which each states itself.',
      ),
    ),
    gvlVendorId: Type.Optional(whole({ min: 0, max: 65_535 }, 'Id in the Global Vendor List; 0: none.')),
    endpointCompression: Type.Optional(
      Type.Enum(['gzip', 'none'], {
        description:
          'Whether requests to this bidder are compressed, which costs processor time; not stated: as its definition says.',
      }),
    ),
    ortbVersion: Type.Optional(
      Type.Enum(['2.5', '2.6'], {
        description: 'OpenRTB version the bidder reads; 2.5 unless its definition differs.',
      }),
    ),
    capabilities: Type.Optional(capabilities),
    modifyingVastXmlAllowed: maybe('Event trackers may be put into its VAST.'),
    multiformatSupported: maybe(
      'It takes imps with several media types; otherwise it is offered the one that its account or the request prefers, or not that imp.',
    ),
    debugAllowed: maybe('Its calls may be shown in debug output, where the account allows that; true when not stated.'),
    gppSupported: maybe('It reads GPP; otherwise the older fields are filled.'),
    extraInfo: Type.Optional(text({}, 'Free text that the definition asks for, often JSON.')),
    platformId: Type.Optional(text({}, 'The id that the bidder gave this host.')),
    credentials: Type.Optional(credentials),
    userSync: Type.Optional(userSync),
    usersync: Type.Optional(usersync),
  },
  'One bidder; empty: the built-in definition as it is.',
);

/** The schema of `bidders`: settings by code. */
export const biddersSection = byCode(bidder, 'The bidders of this host by code.');
