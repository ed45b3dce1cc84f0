/** Adman: a call for each imp; the tag is the `tagid`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'adman',
  endpoint: 'http://pub.admanmedia.com/?c=o&m=ortb',
  gvlVendorId: 149,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.admanmedia.com/pbs.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ TagID: Type.String() }),
  imp: [tagId((p) => p.TagID)],
  batch: 'perImp',
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
