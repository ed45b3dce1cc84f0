/** Adyoulike: the placement is the `tagid`; asks for US dollars only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { set } from '../adapter/steps/any.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'adyoulike',
  endpoint: 'https://hb-ss.omnitagjs.com/broker/bid?partnerId=19340f4f097d16f41f34fc0274981ca4',
  gvlVendorId: 259,
  modifyingVastXmlAllowed: true,
  capabilities: { site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://visitor.omnitagjs.com/visitor/isync?uid=19340f4f097d16f41f34fc0274981ca4&name=PrebidServer&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
    redirect:
      'https://visitor.omnitagjs.com/visitor/bsync?uid=19340f4f097d16f41f34fc0274981ca4&name=PrebidServer&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
    userMacro: '[BUYER_USERID]',
  },
  params: Type.Object({
    placement: Type.String(),
    campaign: Type.Optional(Type.String()),
    track: Type.Optional(Type.String()),
    creative: Type.Optional(Type.String()),
    source: Type.Optional(Type.String()),
    debug: Type.Optional(Type.String()),
  }),
  imp: [tagId((p) => p.placement), floorIn('USD')],
  body: [set({ cur: ['USD'] })],
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'native')],
});
