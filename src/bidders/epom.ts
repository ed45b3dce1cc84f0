/** Epom: the request unchanged; a bid has its imp's media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';

export default defineBidder({
  code: 'epom',
  endpoint: 'https://an.epom.com/ortb',
  gvlVendorId: 849,
  modifyingVastXmlAllowed: true,
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  body: [({ device }) => (device?.ip ? null : refuse('ipv4 address is required field'))],
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['imp'],
});
