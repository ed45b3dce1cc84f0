/** The privacy settings of host and account (decisions, 'Privacy'; implementation A 7): purposes, special feature, channels. */
import { Type, type TSchema } from 'typebox';
import { allowActivities } from './activity-settings.ts';
import { accountDsa } from './dsa-settings.ts';
import { codes, group, list, maybe, partial, section, text, toggle, whole, word } from './kinds.ts';

const purpose = section(
  {
    enforce: word(
      ['full', 'basic', 'none'],
      'full: by purpose and vendor, as the vendor list says; basic: by consent to the purpose and to a listed vendor, whatever it declares; none: not enforced.',
    ),
    vendorExceptions: codes('Bidders for which this purpose counts as allowed.'),
  },
  'How one TCF purpose is enforced.',
);

/** The same schema for each purpose of TCF: p1 storage, p2 basic ads, … p10 development. */
function byPurpose<Each extends TSchema>(each: Each) {
  return {
    p1: each,
    p2: each,
    p3: each,
    p4: each,
    p5: each,
    p6: each,
    p7: each,
    p8: each,
    p9: each,
    p10: each,
  };
}

const purposes = section(byPurpose(purpose), 'How each TCF purpose is enforced.');

const specialFeature1 = section(
  {
    enforce: toggle(true, 'Round coordinates and truncate IP addresses unless the user opted in to precise location.'),
    vendorExceptions: codes('Bidders for which precise location counts as allowed.'),
  },
  'TCF special feature 1: precise location.',
);

/** Both the host's and an account's default. */
const unstated =
  'Whether GDPR applies to requests that do not say so (regs.gdpr, GPP) and name no country (user.geo, device.geo).';

const gdpr = section(
  {
    enabled: toggle(true, 'Enforce GDPR where it applies.'),
    defaultScope: Type.Boolean({
      description: `${unstated} Required in a file, unless enabled is false: then true for accounts that enable it.`,
    }),
    countries: list(
      Type.String({ pattern: '^[A-Za-z]{3}$', hint: 'a country of three letters, such as DEU' }),
      'Countries where GDPR applies to requests that do not say so, by user.geo.country, else device.geo.country (three letters); empty: the European Economic Area, the United Kingdom and their territories.',
    ),
    hostVendorId: whole(
      { min: 0, max: 65_535, default: 0 },
      "The host's own id in the Global Vendor List, for its cookie; 0: none.",
    ),
    vendorListDir: text(
      { default: '' },
      'Folder of vendor list files, shared by all processes; empty: lists are kept only in memory, and each process fetches them at each start.',
    ),
    vendorListUrl: text(
      { default: '', format: 'http-url' },
      'Where vendor lists are fetched: a URL with the placeholders {SPEC} and {VERSION}, or https://vendor-list.consensu.org. With the latter, if privacy.gdpr.enabled, a process without any list fetches the newest before it serves (waiting two seconds at most), and every process fetches the lists of the last year that it lacks, in the background and then on the schedule. Empty: nowhere.',
    ),
    vendorListRefreshSeconds: whole(
      { min: 1, max: 604_800, default: 3600 },
      'How often to look for newer vendor lists, in seconds.',
    ),
    disclosedVendors: word(
      ['checked', 'required', 'ignored'],
      'How to treat vendors that a consent string made since March 2026 does not list as disclosed to the user (TCF 2.3). checked: no consent if it lists others; required: no consent even if it lists none, as TCF demands; ignored: they may have consent.',
    ),
    purposes,
    specialFeature1,
  },
  'GDPR through the consent strings of TCF.',
);

const ccpa = section({ enforce: toggle(true, 'Enforce opt-outs in us_privacy and GPP.') }, 'CCPA and similar laws.');

const lmt = section({ enforce: toggle(true, 'Enforce device.lmt = 1.') }, 'Limit ad tracking on mobile devices.');

/** The schema of `privacy`. */
export const privacySection = section({ gdpr, ccpa, lmt }, 'Which privacy rules are enforced.');

const channel = (what: string) => maybe(`Enforce it in auctions for ${what}.`);

const channelEnabled = Type.Optional(
  group(
    {
      web: channel('sites'),
      amp: channel('AMP pages'),
      app: channel('apps'),
      dooh: channel('digital out-of-home screens'),
    },
    'Overrides the other settings for auctions of these channels.',
  ),
);

const accountGdpr = group(
  {
    enabled: Type.Optional(gdpr.properties.enabled),
    channelEnabled,
    defaultScope: maybe(unstated),
    countries: Type.Optional(gdpr.properties.countries),
    purposes: Type.Optional(group(byPurpose(Type.Optional(partial(purpose))), "The account's TCF purposes.")),
    specialFeature1: Type.Optional(partial(specialFeature1)),
  },
  "The account's GDPR settings.",
);

const accountCcpa = group(
  { ...partial(ccpa).properties, channelEnabled },
  "The account's settings of CCPA and similar laws.",
);

const keptBits = (version: string, max: number, defaultBits: number) =>
  Type.Optional(
    group(
      {
        anonKeepBits: Type.Optional(
          whole({ min: 0, max }, `Leading bits that are kept when an address is truncated; default: ${defaultBits}.`),
        ),
      },
      `Addresses of ${version}.`,
    ),
  );

/** The schema of an account's `privacy`. Everything is optional: the host's value applies where the account has none. */
export const accountPrivacy = group(
  {
    gdpr: Type.Optional(accountGdpr),
    ccpa: Type.Optional(accountCcpa),
    lmt: Type.Optional(partial(lmt)),
    ipv4: keptBits('IPv4', 32, 24),
    ipv6: keptBits('IPv6', 128, 56),
    allowActivities: Type.Optional(allowActivities),
    dsa: Type.Optional(accountDsa),
  },
  "The account's privacy rules.",
);
