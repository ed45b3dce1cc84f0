/** TPMN: floors in US dollars; imps without a floor also state USD. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { set } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';

export default defineBidder({
  code: 'tpmn',
  endpoint: 'https://gat.tpmn.io/ortb/pbs_bidder',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://gat.tpmn.io/sync/redirect?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ inventoryId: Type.Integer() }),
  imp: [floorIn('USD'), set({ bidfloorcur: 'USD' })],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
