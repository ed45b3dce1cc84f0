/** Epom: the request as it is; a bid is of the kind that its imp asked for. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'epom',
  endpoint: 'https://an.epom.com/ortb',
  gvlVendorId: 849,
  modifyingVastXmlAllowed: true,
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['imp'],
});
