/** Cadent Aperture MX, once EMX Digital: one bidder under two names, each with a cookie of its own; the address tells deadline and time. */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import { numberAt } from '../json.ts';
import { within } from '../steps/any.ts';
import { floorOf } from '../steps/floor.ts';
import { bannerSize, requireBannerSize, requireType, tagId } from '../steps/imp.ts';
import { requireParam, requireVideo } from '../steps/require.ts';
import { addQuery } from '../url.ts';

/** The last number of OpenRTB's list of video protocols that stands for VAST 3 or older. */
const lastProtocol = 6;

/** Milliseconds to answer in where the request states none. */
const standardTmaxMs = 1000;

/** The bidder under this name. */
export function cadent(code: string): BidderDefinition {
  return defineBidder({
    code,
    endpoint: 'https://hb.emxdgt.com',
    gvlVendorId: 183,
    capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
    sync: {
      iframe:
        'https://cs.emxdgt.com/um?ssp=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    params: Type.Object({ tagid: Type.String(), bidfloor: Type.Optional(Type.String()) }),
    imp: [
      requireType('banner', 'video'),
      requireBannerSize(),
      requireVideo('mimes', 'w', 'h'),
      requireParam('tagid', (p) => p.tagid),
      tagId((p) => p.tagid),
      floorOf((p) => numberAt(p, 'bidfloor'), { cur: 'USD' }),
      bannerSize(),
      within('video', ({ protocols }) =>
        protocols === undefined ? null : { protocols: protocols.filter((protocol) => protocol <= lastProtocol) },
      ),
      (_, { request: { site, app } }) => ({ secure: (site?.page ?? app?.storeurl)?.startsWith('https:') ? 1 : 0 }),
    ],
    url: (endpoint, { request: { tmax }, auction }) =>
      addQuery(addQuery(endpoint, 't', tmax || standardTmaxMs), 'ts', Math.floor(auction.nowMs / 1000)),
    headers: ['json', 'ua', 'ip', 'language', 'dnt', 'referer'],
    currency: 'ignored',
    mediaType: ['adm', 'banner'],
  });
}
