/** Adrino: native only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'adrino',
  endpoint: 'https://prd-prebid-bidder.adrino.io/openrtb/bid',
  gvlVendorId: 1072,
  capabilities: { site: ['native'] },
  params: Type.Object({ hash: Type.String({ minLength: 1 }) }),
  headers: ['contentType'],
  mediaType: ['native'],
});
