/**
 * Cadent Aperture MX, formerly EMX Digital: one bidder under two codes, each with its own cookie. The URL states the timeout, the time and
 * what kind of server calls.
 */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { ImpStep } from '../call-steps.ts';
import { numberAt } from '../json.ts';
import { videoIfXml } from '../media-type.ts';
import { refuseImp } from '../refusal.ts';
import { within } from '../steps/any.ts';
import { impOfOwnId } from '../steps/bid.ts';
import { floorOf } from '../steps/floor.ts';
import { requireType, tagId } from '../steps/imp.ts';
import { requireVideo } from '../steps/require.ts';
import { requireBannerSize, takeFirstFormat } from '../steps/size.ts';
import { addQuery } from '../url.ts';

/** OpenRTB's number for VAST 4, which this bidder does not serve. */
const vast4 = 7;

/** The timeout in milliseconds if the request states none. */
const standardTmaxMs = 1000;

/** Defines the bidder under this code. */
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
    example: { tagid: '25251' },
    imp: [
      requireType('banner', 'video'),
      unlessVideo(requireBannerSize()),
      requireVideo('mimes'),
      requireVideoSize,
      requireNumericTag,
      tagId((p) => p.tagid),
      floorOf((p) => numberAt(p, 'bidfloor'), { cur: 'USD' }),
      unlessVideo(takeFirstFormat()),
      within('video', ({ protocols }) =>
        protocols === undefined ? null : { protocols: protocols.filter((protocol) => protocol !== vast4) },
      ),
      // The page, or the domain or store URL of an app, may include a scheme.
      (_, { request: { site, app } }) => ({
        secure: (site?.page || app?.domain || app?.storeurl)?.startsWith('https:') ? 1 : 0,
      }),
    ],
    url: (endpoint, { request: { tmax }, auction }) => {
      const timed = addQuery(addQuery(endpoint, 't', tmax || standardTmaxMs), 'ts', Math.floor(auction.nowMs / 1000));
      return addQuery(timed, 'src', 'pbserver');
    },
    headers: ['json', 'ua', 'ipv4', 'language', 'dnt', 'referer'],
    currency: 'ignored',
    mediaType: [videoIfXml],
    bid: [impOfOwnId()],
  });
}

/** Runs the step only for imps without video: if there is one, it comes first, and the banner stays as it is. */
function unlessVideo(step: ImpStep<unknown>): ImpStep<unknown> {
  return (imp, c) => (imp.video ? null : step(imp, c));
}

const requireVideoSize: ImpStep<unknown> = ({ id, video }) =>
  video && !video.w && !video.h ? refuseImp(id, 'the video has no size') : null;

/** The tag must be a number above 0, written as text. */
const requireNumericTag: ImpStep<{ readonly tagid: string }> = ({ id }, { params: { tagid = '' } }) =>
  /^\d{1,19}$/.test(tagid) && Number(tagid) > 0 ? null : refuseImp(id, 'the param tagid must be a number');
