/** The settings of ad-server targeting (interface, `targeting`). */
import { section, text, toggle, whole, word } from './kinds.ts';

/** The schema of `targeting`: the defaults of a request's targeting. */
export const targetingSection = section(
  {
    truncateKeyLength: whole(
      { min: 0, max: 255, default: 20 },
      'Maximum length of a targeting key that names a bidder, in characters; 0: no limit.',
    ),
    prefix: text(
      {
        default: 'hb',
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,19}$',
        hint: 'a letter, then letters, digits, "_" or "-" (20 at most)',
      },
      'First part of every targeting key; it must leave at least 11 characters of truncateKeyLength.',
    ),
    includeWinners: toggle(false, "Set the keys of each imp's winning bid, for requests whose targeting does not say."),
    includeBidderKeys: toggle(
      false,
      "Set the keys of each bidder's best bid on each imp, for requests whose targeting does not say.",
    ),
    includeFormat: toggle(false, 'Set the key of the media type.'),
    preferDeals: toggle(false, 'A deal wins over bids without one, whatever their price.'),
    alwaysIncludeDeals: toggle(
      false,
      "Set a bidder's keys for deals even without includeBidderKeys; needs includeWinners.",
    ),
    priceGranularity: word(
      ['med', 'low', 'high', 'auto', 'dense'],
      'Price granularity of media types for which the request has none.',
    ),
  },
  'Ad-server targeting for requests that have targeting without these fields.',
);
