/** ShowHeroes: floors in euros; it is told who asks, and which program shows the ads of an app. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt, valueAt } from '../adapter/json.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';

export default defineBidder({
  code: 'showheroes',
  endpoint: 'https://ads.viralize.tv/openrtb2/auction/',
  endpointCompression: 'gzip',
  gvlVendorId: 111,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  aliases: [
    { code: 'showheroes-bs', gvlVendorId: 111 },
    { code: 'showheroesBs', gvlVendorId: 111 },
  ],
  params: Type.Object({ unitId: Type.String({ minLength: 8 }) }),
  imp: [
    floorIn('EUR'),
    (_, { request, auction }) => {
      const channel = valueAt(request.ext, auction.namespace, 'channel');
      const [name, version] = [textAt(channel, 'name'), textAt(channel, 'version')];
      return request.app && name && version ? { displaymanager: name, displaymanagerver: version } : null;
    },
    ({ ext }, { params }) => ({ ext: { ...ext, params: { unitId: params.unitId } } }),
  ],
  body: [
    ({ source }, { auction: { host } }) => ({
      source: { ...source, ext: { ...source?.ext, pbs: { pbsv: host.version || 'unknown', pbsp: 'go' } } },
    }),
  ],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video')],
});
