/** Sonobi: a call for each imp; asks for US dollars only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { set } from '../adapter/steps/any.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'sonobi',
  endpoint: 'https://apex.go.sonobi.com/prebid?partnerid=71d9d3d8af',
  gvlVendorId: 104,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sync.go.sonobi.com/uc.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&loc={{.RedirectURL}}',
    redirect:
      'https://sync.go.sonobi.com/us.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&loc={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ TagID: Type.String() }),
  imp: [tagId((p) => p.TagID), floorIn('USD')],
  batch: 'perImp',
  body: [set({ cur: ['USD'] })],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'native')],
});
