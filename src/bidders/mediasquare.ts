/** Mediasquare: a private protocol, one call for all imps; floors are per size; a bid's members show its media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, textAt, textsOf } from '../adapter/json.ts';
import { byMtype } from '../adapter/media-type.ts';
import { inOneCurrency, type CurrencyBid } from '../adapter/steps/currency.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { objectReply, readEach, statedTexts } from '../adapter/steps/object-reply.ts';
import { bannerSizes, statedSize } from '../adapter/steps/size.ts';
import type { Imp } from '../openrtb/imp.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { raiseRegs, raiseUser } from '../openrtb/places.ts';

export default defineBidder({
  code: 'mediasquare',
  endpoint: 'https://pbs-front.mediasquare.fr/msq_prebid',
  endpointCompression: 'gzip',
  gvlVendorId: 791,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://pbs-front.mediasquare.fr/sync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ owner: Type.String({ minLength: 1 }), code: Type.String({ minLength: 1 }) }),
  imp: [requireType('banner', 'video', 'native')],
  encode: ({ id = '', device, app, site, user, regs = {}, test }, { imps, auction }) => ({
    codes: imps.map(({ imp, params: { owner, code } }) => ({
      adunit: imp.tagid ?? '',
      auctionid: id,
      bidid: imp.id ?? '',
      code,
      owner,
      mediatypes: mediaTypesOf(imp),
      floor: floorsOf(imp),
    })),
    gdpr: { consent_required: raiseRegs(regs).gdpr === 1, consent_string: raiseUser(user ?? {}).consent ?? '' },
    type: 'pbs',
    dsa: regs.ext?.['dsa'],
    tech: { device, app, site, user },
    test: test === 1,
    // The fallback for a host that states no version.
    pbjs: auction.host.version || 'prebid-test-version',
    user_uid: user?.buyeruid ?? '',
  }),
  headers: ['json'],
  decode: objectReply((reply) => inOneCurrency(readEach(reply['responses'], 'responses', readBid))),
  meta: ({ adomain }, { type }) => ({ advertiserDomains: adomain, mediaType: type }),
});

/** The media types of the imp in the private format. */
function mediaTypesOf({ banner, video, native }: Imp): object {
  return {
    ...(banner && { banner: { sizes: bannerSizes(banner).map(({ w, h }) => [w, h]) } }),
    ...(video && { video }),
    ...(native && { native_request: native.request ?? '' }),
  };
}

/** The floor of each size, and of `*` if the imp offers video or native; undefined without a floor. */
function floorsOf({ banner, video, native, bidfloor = 0, bidfloorcur }: Imp): object | undefined {
  if (bidfloor <= 0) return undefined;
  const sizes = [...bannerSizes(banner), ...bannerSizes({ w: video?.w ?? 0, h: video?.h ?? 0 })];
  const names = [...sizes.map(({ w, h }) => `${w}x${h}`), ...(video || native ? ['*'] : [])];
  return Object.fromEntries(names.map((name) => [name, { floor: bidfloor, currency: bidfloorcur }]));
}

/** Converts a bid from the private format to OpenRTB. */
function readBid(one: JsonObject): CurrencyBid {
  const { dsa, video, native } = one;
  const type = isObject(video) ? 'video' : isObject(native) ? 'native' : 'banner';
  const bid = {
    id: textAt(one, 'id'),
    impid: textAt(one, 'bid_id'),
    price: numberAt(one, 'cpm'),
    adm: textAt(one, 'ad'),
    adomain: textsOf(one['adomain']),
    crid: textAt(one, 'creative_id'),
    ...statedSize(one, 'width', 'height'),
    mtype: byMtype.indexOf(type) + 1,
    ...statedTexts(one, { burl: 'burl' }),
    ...(isObject(dsa) && { ext: { dsa } }),
  };
  return { bid, type, cur: textAt(one, 'currency') };
}
