/** Clydo: a call for each imp, with the region in the host and the partner as the path. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'clydo',
  endpoint: 'http://{{.Region}}.clydo.io/{{.PartnerId}}',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  params: Type.Object({
    partnerId: Type.String({ minLength: 1 }),
    region: Type.Optional(Type.String({ enum: ['us', 'usw', 'eu', 'apac'] })),
  }),
  imp: [requireParams('partnerId')],
  batch: 'perImp',
  macros: { Region: ({ params }) => params.region || 'us', PartnerId: ({ params }) => params.partnerId },
  body: [({ device }) => (device ? null : refuse('the request tells nothing of the device'))],
  headers: ['accept', 'ortb25', 'ua', 'ipOrIpv6', () => ['content-type', 'application/json; charset=utf-8']],
  mediaType: [typeOfImp('audio', 'video', 'native', 'banner')],
});
