/** Defines the 200 fixtures: the kinds of request, how many of each, and the traits that make up each kind. */
import * as data from './data.ts';
import type { Piece } from './draft.ts';
import { audio, banner, impFor, imps, multiFormat, native, video } from './imps.ts';
import { buyeruids, coppa, eidRules, gpc, gpp, tcf, uidsCookie, usPrivacy, user } from './people.ts';
import { app, bareSite, dooh, iosRefused, site } from './places.ts';
import { ampPage, storedAnswers, storedParts } from './stored.ts';
import * as trait from './traits.ts';

/** A kind of request: its fixtures are called `<name>-<number>`. */
export interface Kind {
  readonly name: string;
  readonly count: number;
  readonly pieces: readonly Piece[];
}

const kind = (name: string, count: number, ...pieces: readonly Piece[]): Kind => ({ name, count, pieces });
const { web } = trait;

const banners = imps(2, banner, [4, 'banner']);
const player = imps(1, video(1), [4, 'video']);

/** All kinds, in the order of the file. */
export const kinds: readonly Kind[] = [
  kind('site-banner', 10, site, banners, web, user),
  kind('site-one-bidder', 4, site, imps(1, banner, [1, 'banner']), web),
  kind('site-many-imps', 6, site, imps(6, banner, [5, 'banner']), web, user),
  kind('site-bare', 4, bareSite, imps(1, banner, [2, 'banner'])),
  kind('multi-format', 9, site, multiFormat(2, 5), web, trait.granularity),
  kind('instream', 9, site, player, web, user),
  kind('outstream', 5, site, imps(2, video(3), [4, 'video']), web, trait.granularity),
  kind('native', 8, site, imps(1, native, [5, 'native']), web),
  kind('audio', 5, site, imps(1, audio, [4, 'audio']), web),
  kind('app-banner', 7, app, banners, web, user),
  kind('app-video-rewarded', 5, app, player, web, trait.rewarded),
  kind('app-interstitial', 5, app, imps(1, banner, [4, 'banner']), web, trait.interstitial),
  kind('app-ios-refused', 3, app, iosRefused, banners, web),
  kind('dooh', 3, dooh, imps(1, video(3), [4, 'video']), web),
  kind('tcf-full', 5, site, banners, web, user, tcf('full')),
  kind('tcf-some', 4, site, banners, web, user, tcf('some')),
  kind('tcf-none', 3, site, banners, web, user, tcf('none')),
  kind('us-privacy', 3, site, banners, web, user, usPrivacy('1YYN')),
  kind('us-privacy-allowed', 2, site, banners, web, user, usPrivacy('1YNN')),
  kind('gpp-us', 3, site, banners, web, user, gpp(7)),
  kind('gpp-eu', 3, site, banners, web, user, gpp(2)),
  kind('coppa', 3, app, banners, web, user, coppa),
  kind('gpc', 2, site, banners, web, user, gpc),
  kind('eids', 6, site, imps(2, banner, [6, 'banner']), web, eidRules),
  kind('cookie', 5, site, banners, web, uidsCookie),
  kind('buyeruids', 2, site, imps(1, banner, [6, 'banner']), web, buyeruids),
  kind('schain', 3, site, imps(1, banner, [7, 'banner']), web, data.schain),
  kind('first-party', 5, site, imps(2, banner, [6, 'banner']), web, user, data.firstParty),
  kind('shared-params', 3, site, impFor(['acme', 'pubmatic', 'ix'], video(1)), web, data.sharedParams),
  kind('deals', 5, site, banners, web, trait.deals),
  kind('deals-only', 3, site, banners, web, trait.deals, trait.dealsOnly, trait.statuses),
  kind('currency-eur', 3, site, imps(1, banner, [8, 'banner']), web, trait.currency('EUR')),
  kind(
    'currency-own-rates',
    2,
    site,
    imps(1, banner, [8, 'banner']),
    web,
    trait.currency('SEK', { rates: { USD: { SEK: 9.5 } } }),
  ),
  kind(
    'currency-no-rate',
    1,
    site,
    impFor(['acme', 'nordic', 'pacific']),
    web,
    trait.currency('CHF', { rates: {}, usepbsrates: false }),
  ),
  kind('aliases', 3, site, banners, web, trait.aliases),
  kind('custom-keys', 3, site, banners, web, trait.customKeys),
  kind('multibid', 3, site, impFor(['acme', 'rubicon', 'zenith', 'ix']), web, trait.multibid),
  kind('cache-bids', 4, site, banners, web, trait.cached({ bids: {} })),
  kind('cache-vast', 3, site, player, web, trait.cached({ bids: { ttlseconds: 90 }, vastxml: {} })),
  kind('cache-silent', 2, site, player, web, trait.cached({ bids: { returnCreative: false } })),
  kind('events', 3, site, multiFormat(1, 4), web, trait.events),
  kind('stored', 3, site, imps(2, banner, [2, 'banner']), web, storedParts),
  kind('stored-answers', 3, site, imps(2, banner, [3, 'banner']), web, storedAnswers),
  kind('amp', 4, ampPage('w=300&h=250&ms=320x50,728x90&account=pub-4711&timeout=800')),
  kind(
    'amp-consent',
    2,
    ampPage('gdpr_consent=CQp3NcAQp3NcAAKABBENB4EAAAAAAAAAAAYgAAAAAAAA&consent_type=2&gdpr_applies=true'),
  ),
  kind('debug', 3, site, imps(1, banner, [3, 'banner']), web, trait.debug),
  kind('unknown-fields', 3, site, banners, web, data.unknownFields),
  kind('older-place', 3, site, imps(1, banner, [2, 'banner']), web, data.olderPlace),
  kind('long', 3, site, imps(8, banner, [5, 'banner']), web, user, data.long),
  kind('many-imps', 2, site, imps(30, banner, [3, 'banner']), web),
  kind('stale-account', 1, site, banners, () => ({ request: { site: { publisher: { id: 'pub-closed' } } } })),
  kind('wrong-imp', 1, site, banners, () => ({ imp: () => ({ wmin: 300 }) })),
  kind('wrong-type', 1, site, banners, () => ({ request: { tmax: 'soon', site: { page: 7 } } })),
  kind('no-json', 1, site, () => ({ body: '{"id":"x","imp":[' })),
];
