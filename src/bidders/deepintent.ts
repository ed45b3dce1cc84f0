/** DeepIntent: a call for each imp, which must be a banner with a size; it gets the bidder's own display manager. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { set } from '../adapter/steps/any.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'deepintent',
  endpoint: 'https://prebid.deepintent.com/prebid',
  gvlVendorId: 541,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    redirect:
      'https://match.deepintent.com/usersync/136?id=unk&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ tagId: Type.String() }),
  imp: [
    saying('We need a Banner Object in the request', requireType('banner')),
    saying('At least one size is required', requireBannerSize()),
    bannerSize(),
    tagId((p) => p.tagId),
    set({ displaymanager: 'di_prebid', displaymanagerver: '2.0.0' }),
  ],
  batch: 'perImp',
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['imp'],
});
