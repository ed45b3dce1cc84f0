/** Display.io: a call for each imp, with the publisher in the URL, inventory and placement in `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { addToExt } from '../adapter/steps/body.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { oneSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'displayio',
  endpoint: 'https://prebid.display.io/?publisher={{.PublisherID}}',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  params: Type.Object({ publisherId: Type.String(), inventoryId: Type.String(), placementId: Type.String() }),
  imp: [floorIn('USD'), ({ bidfloor, bidfloorcur }) => (bidfloor && bidfloorcur ? null : { bidfloorcur: 'USD' })],
  batch: 'perImp',
  body: [addToExt(({ params: { placementId, inventoryId } }) => ({ displayio: { placementId, inventoryId } }))],
  macros: { PublisherID: ({ params }) => params.publisherId },
  headers: ['json', 'ortb25'],
  decode: oneSeat,
  currency: 'ignored',
  mediaType: ['mtype'],
});
