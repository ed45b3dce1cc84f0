/** Jixie: the request unchanged; markup with XML or VAST anywhere in it is a video, all other markup a banner. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { videoIfXml } from '../adapter/media-type.ts';
import { impOfOwnId } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'jixie',
  endpoint: 'https://hb.jixie.io/v2/hbsvrpost',
  modifyingVastXmlAllowed: true,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://id.jixie.io/api/sync?pid=&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '%%JXUID%%',
  },
  params: Type.Object({
    unit: Type.String({ minLength: 18 }),
    accountid: Type.Optional(Type.String()),
    jxprop1: Type.Optional(Type.String()),
    jxprop2: Type.Optional(Type.String()),
  }),
  readsParams: false,
  headers: ['json', 'ipv4', 'referer', 'ua'],
  mediaType: [videoIfXml],
  bid: [impOfOwnId()],
});
