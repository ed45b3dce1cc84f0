/** Adpone: banners in US dollars. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'adpone',
  endpoint: 'http://rtb.adpone.com/bid-request?src=prebid_server',
  gvlVendorId: 799,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: { redirect: 'https://usersync.adpone.com/csync?redir={{.RedirectURL}}', userMacro: '{uid}' },
  params: Type.Object({ placementId: Type.Optional(Type.String()) }),
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: ['banner'],
});
