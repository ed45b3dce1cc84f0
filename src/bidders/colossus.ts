/** Colossus: a call for each imp; only the params set its `tagid`; `bid.ext` may name the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { onlyTagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'colossus',
  endpoint: 'http://colossusssp.com/?c=o&m=rtb',
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.colossusssp.com/pbs.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object(
    { TagID: Type.Optional(Type.String()), groupId: Type.Optional(Type.String()) },
    { oneOf: [{ required: ['TagID'] }, { required: ['groupId'] }] },
  ),
  imp: [onlyTagId((p) => p.TagID)],
  batch: 'perImp',
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType'), 'imp'],
});
