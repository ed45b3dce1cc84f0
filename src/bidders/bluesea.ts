/** BlueSea: a call for each imp, with publisher and token in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAmong } from '../adapter/steps/bid-type.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'bluesea',
  endpoint: 'https://bid.bluevoox.com/rtb/prebid',
  endpointCompression: 'gzip',
  gvlVendorId: 1294,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  params: Type.Object({
    pubid: Type.String({ pattern: '^[0-9]+$' }),
    token: Type.String({ pattern: '[0-9|a-z|A-Z]{16}' }),
  }),
  example: { pubid: '1234', token: 'a1b2c3d4e5f6a7b8' },
  imp: [requireParams('pubid', 'token')],
  batch: 'perImp',
  url: (endpoint, { params: { pubid, token } }) => withQuery(endpoint, { pubid, token }),
  headers: ['json'],
  mediaType: [typeAmong(['banner', 'native', 'video'], 'ext', 'mediatype')],
});
