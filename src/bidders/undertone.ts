/** Undertone: the placement is the `tagid`; of `imp.ext` only `gpid` is sent. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { publisherId, requestExt } from '../adapter/steps/body.ts';
import { keepInExt, requireType, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'undertone',
  endpoint: 'https://ads.undertone.com/rtb',
  endpointCompression: 'gzip',
  gvlVendorId: 677,
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://cdn.undertone.com/js/usersync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ placementId: Type.Integer({ minimum: 1 }), publisherId: Type.Integer({ minimum: 1 }) }),
  imp: [requireType('banner', 'video'), tagId((p) => p.placementId), keepInExt('gpid')],
  body: [
    publisherId(({ params }) => params.publisherId),
    // The bidder tells calling programs apart by number.
    requestExt(() => ({ id: 4, version: '1.0.0' })),
  ],
  headers: ['json'],
  mediaType: [typeOfImp('banner', 'video')],
});
