/** MeloZen: a call for each media type of each imp, with the publisher in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { typesApart } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'melozen',
  endpoint: 'https://prebid.melozen.com/rtb/v2/bid?publisher_id={{.PublisherID}}',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ pubId: Type.String({ minLength: 1 }) }),
  imp: [floorIn('USD')],
  split: typesApart(),
  batch: 'perImp',
  macros: { PublisherID: ({ params }) => params.pubId },
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['ext'],
});
