/** Zentotem: a call for each imp, unchanged. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'zentotem',
  endpoint: 'https://rtb.zentotem.net/bid?sspuid=cqlnvfk00bhs0b6rci6g',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  batch: 'perImp',
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
