/** LockerDome: banners only, each of an ad unit. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParam } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'lockerdome',
  endpoint: 'https://lockerdome.com/ladbid/prebidserver/openrtb2',
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({ adUnitId: Type.String() }),
  imp: [requireType('banner'), requireParam('adUnitId', (p) => p.adUnitId)],
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: ['banner'],
});
