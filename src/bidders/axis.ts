/** Axis: a call for each imp; `imp.ext` holds only integration and token. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { redirectAlone } from '../adapter/families/placement-or-endpoint.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'axis',
  endpoint: 'http://prebid.axis-marketplace.com/pbserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cs.axis-marketplace.com'),
  params: Type.Object({
    integration: Type.String({ minLength: 6, maxLength: 6 }),
    token: Type.String({ minLength: 6, maxLength: 6 }),
  }),
  imp: [impExt(({ integration, token }) => ({ bidder: { integration, token } }))],
  onImpError: 'abort',
  batch: 'perImp',
  headers: ['json'],
  mediaType: [typeOfImp('banner', 'video', 'native')],
  onBidError: 'abort',
});
