/** Coinzilla: the request unchanged; banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'coinzilla',
  endpoint: 'http://request-global.czilladx.com/serve/prebid-server.php',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }) }),
  readsParams: false,
  headers: ['json', 'ortb25'],
  mediaType: ['banner'],
});
