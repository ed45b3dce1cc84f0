/** Alliance Gravity: `imp.ext` names one of the bidder's stored requests; the user's id goes in a cookie. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { idCookie } from '../adapter/headers.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'alliance_gravity',
  endpoint: 'https://pbs.production.agrvt.com/openrtb2/auction',
  gvlVendorId: 501,
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  sync: {
    iframe:
      'https://pbs.production.agrvt.com/static/cookie_sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ srid: Type.String({ minLength: 1 }) }),
  imp: [impExt(({ srid }) => ({ bidder: {}, prebid: { storedrequest: { id: srid } } }))],
  headers: ['json', 'ua', 'ipOrIpv6', 'referer', idCookie('uids')],
  mediaType: ['ext'],
});
