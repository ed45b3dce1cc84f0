/** IQzone: takes a publisher's placement or a network's endpoint; an empty id counts as none. */
import { Type } from 'typebox';
import { bothWays, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'iqzone',
  endpoint: 'http://smartssp-us-east.iqzone.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('cs.iqzone.com'),
  params: Type.Object(
    { placementId: Type.Optional(Type.String()), endpointId: Type.Optional(Type.String()) },
    { oneOf: [{ required: ['placementId'] }, { required: ['endpointId'] }] },
  ),
});
