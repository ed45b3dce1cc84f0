/** The settings of ad-server targeting (interface, `targeting`). */
import { section, text, toggle, whole, word } from './kinds.ts';

/** The schema of `targeting`: the defaults of a request's targeting. */
export const targetingSection = section(
  {
    truncateKeyLength: whole(
      { min: 0, max: 255, default: 20 },
      'Longest targeting key that names a bidder, in characters; 0: no limit.',
    ),
    prefix: text(
      {
        default: 'hb',
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,19}$',
        hint: 'a letter, then letters, digits, "_" or "-" (20 at most)',
      },
      'First part of every targeting key; it leaves at least 11 characters of the longest key to names.',
    ),
    includeWinners: toggle(
      false,
      'Set the keys of the winning bid of each imp, for requests whose targeting does not say.',
    ),
    includeBidderKeys: toggle(false, "Set keys of each bidder's best bid of each imp, likewise."),
    includeFormat: toggle(false, 'Set the key of the media type.'),
    preferDeals: toggle(false, 'A deal wins over bids without one, whatever their price.'),
    alwaysIncludeDeals: toggle(false, "Set a bidder's keys for each of its deals, whatever their rank."),
    priceGranularity: word(
      ['med', 'low', 'high', 'auto', 'dense'],
      'The price buckets of media types that a request names none for.',
    ),
  },
  'Ad-server targeting when a request has targeting without these fields.',
);
