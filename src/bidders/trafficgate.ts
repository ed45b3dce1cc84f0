/** TrafficGate: a call for each host and placement; a bid whose `ext` names an unknown media type is a banner. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { statedType } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'trafficgate',
  endpoint: 'http://{{.Host}}.bc-plugin.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params: Type.Object({
    placementId: Type.String({ minLength: 1 }),
    host: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9.-]+(:[0-9]+)?$' }),
    customParams: Type.Optional(Type.Object({})),
  }),
  batch: { by: ({ params }) => JSON.stringify([params.host, params.placementId]) },
  macros: { Host: ({ params }) => params.host },
  headers: ['jsonPlain'],
  mediaType: ['ext', ({ ext }, { namespace }) => (statedType(ext, namespace) === '' ? undefined : 'banner')],
});
