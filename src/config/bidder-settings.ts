/** The settings of one bidder (interface, `bidders`; spec 4.5): what the host states goes before the facts of a built-in definition. */
import { Type, type Static } from 'typebox';
import { byCode, codeHint, codePattern, text, toggle } from './kinds.ts';

const mediaTypes = Type.Array(Type.Enum(['banner', 'video', 'audio', 'native']), {
  description: 'The media types that the bidder takes there.',
});

const code = { pattern: codePattern, hint: codeHint };

const skipWhen = Type.Object(
  {
    gdpr: Type.Optional(Type.Boolean({ description: 'Leave the sync out when GDPR applies.' })),
    gpp_sid: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
        description: 'Leave the sync out when one of these GPP sections applies.',
      }),
    ),
  },
  { additionalProperties: false, description: 'When the bidder is not synchronised.' },
);

/** What both styles of sync share. */
const common = {
  enabled: toggle(true, 'Synchronise this bidder.'),
  skipwhen: Type.Optional(skipWhen),
};

const pageA = Type.Object(
  {
    url: text(
      { format: 'sync-url' },
      'The sync address. Macros: {{.RedirectURL}}, {{.GDPR}}, {{.GDPRConsent}}, {{.USPrivacy}}, {{.GPP}}, {{.GPPSID}}, {{.Account}}.',
    ),
    userMacro: text({ default: '' }, 'The word that the bidder replaces with its user id; empty: it appends the id.'),
  },
  { additionalProperties: false, description: 'One way to synchronise.' },
);

const userSync = Type.Object(
  {
    ...common,
    key: Type.Optional(text(code, 'The key in the uids cookie; the bidder code when not stated.')),
    supportCORS: Type.Optional(Type.Boolean({ description: 'The value of supportCORS in cookie_sync answers.' })),
    iframe: Type.Optional(pageA),
    redirect: Type.Optional(pageA),
  },
  { additionalProperties: false, description: 'User sync, written as implementation A does.' },
);

const pageB = Type.Object(
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
    'support-cors': Type.Optional(Type.Boolean({ description: 'The value of supportCORS in cookie_sync answers.' })),
  },
  { additionalProperties: false, description: 'One way to synchronise.' },
);

const usersync = Type.Object(
  {
    ...common,
    'cookie-family-name': Type.Optional(text(code, 'The key in the uids cookie; the bidder code when not stated.')),
    iframe: Type.Optional(pageB),
    redirect: Type.Optional(pageB),
  },
  { additionalProperties: false, description: 'User sync, written as implementation B does.' },
);

const secret = (what: string) => Type.Optional(text({ writeOnly: true }, what));

const credentials = Type.Object(
  {
    username: secret('The name for basic authentication.'),
    password: secret('The password for basic authentication.'),
    tracker: secret('The tracking id that some bidders want beside name and password.'),
    appSecret: secret('The secret that signs requests.'),
  },
  { additionalProperties: false, description: 'What the bidder gave this host to prove itself.' },
);

const capabilities = Type.Object(
  { app: Type.Optional(mediaTypes), site: Type.Optional(mediaTypes), dooh: Type.Optional(mediaTypes) },
  {
    additionalProperties: false,
    description: 'Media types by platform; a platform that is not named is not supported.',
  },
);

const bidder = Type.Object(
  {
    adapter: Type.Optional(
      text(
        code,
        'The built-in definition to use; not stated: that of the same code, else "openrtb", the default adapter.',
      ),
    ),
    endpoint: Type.Optional(text({ format: 'endpoint' }, 'Where bid requests go; needed unless a definition has it.')),
    enabled: toggle(true, 'Ask this bidder.'),
    aliasOf: Type.Optional(text(code, 'The bidder whose definition, endpoint and settings this name shares.')),
    gvlVendorId: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65_535, description: 'Id in the Global Vendor List; 0: none.' }),
    ),
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
    modifyingVastXmlAllowed: Type.Optional(Type.Boolean({ description: 'Event trackers may be put into its VAST.' })),
    multiformatSupported: Type.Optional(Type.Boolean({ description: 'It takes imps with several media types.' })),
    gppSupported: Type.Optional(Type.Boolean({ description: 'It reads GPP; otherwise the older fields are filled.' })),
    extraInfo: Type.Optional(text({}, 'Free text that the definition asks for, often JSON.')),
    platformId: Type.Optional(text({}, 'The id that the bidder gave this host.')),
    credentials: Type.Optional(credentials),
    userSync: Type.Optional(userSync),
    usersync: Type.Optional(usersync),
  },
  { additionalProperties: false, description: 'One bidder; empty: the built-in definition as it is.' },
);

/** One bidder's settings; what is absent comes from its definition. */
export type BidderSettings = Static<typeof bidder>;

/** The schema of `bidders`: settings by code. */
export const biddersSection = byCode(bidder, 'The bidders of this host by code.');
