/** The privacy settings of host and account (decisions, 'Privacy'; implementation A 7): purposes, special feature, channels. */
import { Type, type TSchema } from 'typebox';
import { allowActivities } from './activity-settings.ts';
import { accountDsa } from './dsa-settings.ts';
import { codes, group, list, maybe, partial, section, text, toggle, whole, word } from './kinds.ts';

const purpose = section(
  {
    enforce: word(
      ['full', 'basic', 'none'],
      'full: as the vendor list says; basic: consent bits of vendors that it lists; none: not enforced.',
    ),
    vendorExceptions: codes('Bidders for which this purpose counts as allowed.'),
  },
  'How one purpose of TCF is enforced.',
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

const purposes = section(byPurpose(purpose), 'How each purpose of TCF is enforced.');

const specialFeature1 = section(
  {
    enforce: toggle(true, 'Round coordinates and cut addresses unless the user opted in to precise location.'),
    vendorExceptions: codes('Bidders for which precise location counts as allowed.'),
  },
  'Special feature 1 of TCF: precise location.',
);

const gdpr = section(
  {
    enabled: toggle(true, 'Enforce GDPR where it applies.'),
    defaultScope: Type.Boolean({
      description:
        'Is a request without regs.gdpr under GDPR? Must be stated in a file, unless enabled is false: then true for accounts that enable it.',
    }),
    countries: list(
      Type.String({ pattern: '^[A-Za-z]{3}$', hint: 'a country of three letters, such as DEU' }),
      'Where a request without regs.gdpr is under GDPR, by device.geo.country or user.geo.country in three letters; empty: the European Economic Area, the United Kingdom and what belongs to them.',
    ),
    hostVendorId: whole(
      { min: 0, max: 65_535, default: 0 },
      "The host's own id in the Global Vendor List, for its cookie; 0: none.",
    ),
    vendorListDir: text(
      { default: '' },
      'Folder of vendor list files, shared by all processes; empty: lists are kept in memory only, and each process fetches them at each start.',
    ),
    vendorListUrl: text(
      { default: '', format: 'http-url' },
      'Where vendor lists are fetched: a URL with {SPEC} and {VERSION} in place of their numbers, or https://vendor-list.consensu.org. From the latter, where privacy.gdpr.enabled, a process without any list fetches the newest before it serves (it waits two seconds at most), and every process fetches the lists of the last year that it lacks, in the background and then on the schedule. Empty: nowhere.',
    ),
    vendorListRefreshSeconds: whole(
      { min: 1, max: 604_800, default: 3600 },
      'How often newer vendor lists are looked for, in seconds.',
    ),
    disclosedVendors: word(
      ['checked', 'required', 'ignored'],
      'What becomes of vendors that a consent string made since March 2026 does not name as shown to the user (TCF 2.3). checked: they have no consent if it names others; required: nor if it names nobody, as TCF has it; ignored: they may have consent.',
    ),
    purposes,
    specialFeature1,
  },
  'GDPR through the consent strings of TCF.',
);

const ccpa = section({ enforce: toggle(true, 'Act on us_privacy and on the opt-outs of GPP.') }, 'CCPA and its kin.');

const lmt = section({ enforce: toggle(true, 'Act on device.lmt = 1.') }, 'Limited ad tracking of mobile devices.');

/** The schema of `privacy`. */
export const privacySection = section({ gdpr, ccpa, lmt }, 'Which privacy rules are enforced.');

const channel = (what: string) => maybe(`Enforce it in auctions for ${what}.`);

const channelEnabled = Type.Optional(
  group(
    { web: channel('sites'), amp: channel('AMP pages'), app: channel('apps'), dooh: channel('screens out of home') },
    'What holds for auctions of these channels, whatever else is stated.',
  ),
);

const accountGdpr = group(
  {
    enabled: Type.Optional(gdpr.properties.enabled),
    channelEnabled,
    defaultScope: Type.Optional(gdpr.properties.defaultScope),
    countries: Type.Optional(gdpr.properties.countries),
    purposes: Type.Optional(group(byPurpose(Type.Optional(partial(purpose))), "The account's purposes of TCF.")),
    specialFeature1: Type.Optional(partial(specialFeature1)),
  },
  "The account's GDPR settings.",
);

const accountCcpa = group(
  { ...partial(ccpa).properties, channelEnabled },
  "The account's settings of CCPA and its kin.",
);

const keptBits = (version: string, max: number, defaultBits: number) =>
  Type.Optional(
    group(
      {
        anonKeepBits: Type.Optional(
          whole({ min: 0, max }, `Leading bits that stay where an address is cut; ${defaultBits} when not stated.`),
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
