/** Impactify: asks for US dollars only; the user's id goes in a cookie. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { idCookie } from '../adapter/headers.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { set } from '../adapter/steps/any.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'impactify',
  endpoint: 'https://sonic.impactify.media/bidder',
  gvlVendorId: 606,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://sonic.impactify.media/static/cookie_sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect_url={{.RedirectURL}}',
    userMacro: '{IMPACTIFY_UID}',
  },
  params: Type.Object({
    appId: Type.String({ minLength: 1 }),
    format: Type.String({ minLength: 1 }),
    style: Type.String({ minLength: 1 }),
  }),
  imp: [floorIn('USD'), impExt(({ appId, format, style }) => ({ impactify: { appId, format, style } }))],
  body: [set({ cur: ['USD'] })],
  headers: ['json', 'ortb25', 'ua', 'ipOrIpv6', 'referer', idCookie('uids')],
  mediaType: [typeOfImp('banner', 'video')],
});
