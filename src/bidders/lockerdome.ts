/** LockerDome: banners only, each with an ad unit. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'lockerdome',
  endpoint: 'https://lockerdome.com/ladbid/prebidserver/openrtb2',
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({ adUnitId: Type.String() }),
  imp: [
    saying('LockerDome does not currently support non-banner types.', requireType('banner')),
    saying('ext.bidder.adUnitId is empty.', requireParams('adUnitId')),
  ],
  says: {
    params: 'ext.bidder was not provided.',
    noImps: 'No valid or supported impressions in the bid request.',
  },
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: ['banner'],
});
