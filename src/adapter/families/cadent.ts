/** Cadent Aperture MX, once EMX Digital: one bidder under two names, each with a cookie of its own; the address tells deadline, time and what kind of server asks. */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { ImpStep } from '../call-steps.ts';
import { numberAt } from '../json.ts';
import { videoIfXml } from '../media-type.ts';
import { refuseImp } from '../refusal.ts';
import { within } from '../steps/any.ts';
import { impOfOwnId } from '../steps/bid.ts';
import { floorOf } from '../steps/floor.ts';
import { requireBannerSize, requireType, tagId } from '../steps/imp.ts';
import { requireVideo } from '../steps/require.ts';
import { takeFirstFormat } from '../steps/size.ts';
import { addQuery } from '../url.ts';

/** OpenRTB's number for VAST 4, which this bidder does not serve. */
const vast4 = 7;

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
    example: { tagid: '25251' },
    imp: [
      requireType('banner', 'video'),
      withoutVideo(requireBannerSize()),
      requireVideo('mimes'),
      isSized,
      isNumbered,
      tagId((p) => p.tagid),
      floorOf((p) => numberAt(p, 'bidfloor'), { cur: 'USD' }),
      withoutVideo(takeFirstFormat()),
      within('video', ({ protocols }) =>
        protocols === undefined ? null : { protocols: protocols.filter((protocol) => protocol !== vast4) },
      ),
      // A page, or the domain or store page of an app, may be told with its scheme.
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

/** A video is asked for first: what its banner lacks then does not matter, and it stays as it is. */
function withoutVideo(step: ImpStep<unknown>): ImpStep<unknown> {
  return (imp, c) => (imp.video ? null : step(imp, c));
}

const isSized: ImpStep<unknown> = ({ id, video }) =>
  video && !video.w && !video.h ? refuseImp(id, 'the video has no size') : null;

/** The tag is a number above 0, written as text. */
const isNumbered: ImpStep<{ readonly tagid: string }> = ({ id }, { params: { tagid = '' } }) =>
  /^\d{1,19}$/.test(tagid) && Number(tagid) > 0 ? null : refuseImp(id, 'the param tagid must be a number');
