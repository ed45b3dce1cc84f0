/** Revcontent: the request must have the app's name or the site's domain; markup that is not HTML is native. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';

export default defineBidder({
  code: 'revcontent',
  endpoint: 'https://trends.revcontent.com/rtb',
  gvlVendorId: 203,
  disabled: true,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  body: [
    ({ app, site }) =>
      app?.name || site?.domain ? null : refuse('the request has neither the name of an app nor the domain of a site'),
  ],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [({ adm = '' }) => (adm.trimStart().startsWith('<') ? 'banner' : 'native')],
});
