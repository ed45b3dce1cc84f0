/** Revcontent: banners and native of sites and apps that say who they are; markup tells native. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'revcontent',
  endpoint: 'https://trends.revcontent.com/rtb',
  gvlVendorId: 203,
  disabled: true,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [({ adm = '' }) => (adm.startsWith('<') ? 'banner' : adm.startsWith('{') ? 'native' : undefined)],
});
