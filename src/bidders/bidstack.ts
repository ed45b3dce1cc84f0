/** Bidstack: video in games; floors in US dollars; the publisher id is the bearer token. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'bidstack',
  endpoint: 'https://server.bidstack.com/openrtb',
  endpointCompression: 'gzip',
  gvlVendorId: 462,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['video'] },
  params: Type.Object({
    publisherId: Type.String({ format: 'uuid', minLength: 1 }),
    placementId: Type.Optional(Type.String()),
    consent: Type.Optional(Type.Boolean()),
  }),
  imp: [requireParams('publisherId'), floorIn('USD')],
  headers: ['contentTypePlain', (_, { params }) => ['authorization', `Bearer ${params.publisherId}`]],
  mediaType: ['video'],
});
