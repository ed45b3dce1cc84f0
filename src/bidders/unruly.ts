/** Unruly: outstream video and banners; `imp.ext` holds only the site id, under both spellings. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'unruly',
  endpoint: 'https://targeting.unrulymedia.com/unruly_prebid_server',
  gvlVendorId: 36,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.1rx.io/usersync2/rmphb?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[RX_UUID]',
  },
  params: Type.Object(
    { siteid: Type.Optional(Type.Integer()), siteId: Type.Optional(Type.Integer()) },
    { oneOf: [{ required: ['siteId'] }, { required: ['siteid'] }] },
  ),
  imp: [impExt(({ siteId = 0, siteid = 0 }) => ({ bidder: { siteId, siteid } }))],
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['mtype', 'onlyImpType', 'adm', typeOfImp('banner', 'video')],
  video: videoAt('dur'),
});
