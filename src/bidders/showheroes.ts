/** ShowHeroes: floors in euros; the request names the calling server, and its channel as the display manager. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt, valueAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { addToImpExt } from '../adapter/steps/imp.ts';

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
    ({ displaymanager }, { request, auction }) => {
      if (displaymanager) return null;
      const channel = valueAt(request.ext, auction.namespace, 'channel');
      const [name, version] = [textAt(channel, 'name'), textAt(channel, 'version')];
      return name === '' ? null : { displaymanager: name, displaymanagerver: version || undefined };
    },
    addToImpExt(({ unitId }) => ({ params: { unitId } })),
  ],
  together: [
    (_, { request: { site } }) => (site && !site.page ? refuse('ShowHeroes needs site.page') : null),
    (_, { request: { app } }) => (app && !app.bundle ? refuse('ShowHeroes needs app.bundle') : null),
    (_, { request: { site, app } }) => (site || app ? null : refuse('ShowHeroes needs a site or an app')),
  ],
  body: [
    ({ source }, { auction: { host } }) => ({
      source: { ...source, ext: { ...source?.ext, pbs: { pbsv: host.version || 'unknown', pbsp: 'go' } } },
    }),
  ],
  headers: ['json'],
  mediaType: [({ mtype }) => (mtype === 1 ? 'banner' : 'video')],
});
