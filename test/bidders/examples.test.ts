/** The example params of each bidder (bidders, 'From the same definition') produce a call. */
import t from 'tap';
import { loadBidders } from '../../src/load-bidders.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, callsOf } from '../adapter/support.ts';

const { definitions } = await loadBidders();

const host = { platformId: 'p', credentials: { username: 'u', password: 'p', tracker: 't', appSecret: 's' } };
const publisher = { id: 'p' };
/** Triplelift native accepts only the publishers that the host lists. */
const listed = JSON.stringify({ publisher_whitelist: [publisher.id] });
const places: readonly Partial<BidRequest>[] = [
  { site: { id: 's', domain: 'site.example', page: 'https://site.example/', publisher } },
  { app: { id: 'a', bundle: 'app.example', publisher } },
];
const client: Partial<BidRequest> = {
  device: { ua: 'Mozilla/5.0', ip: '192.0.2.1', os: 'ios', ifa: 'f', language: 'en' },
  user: { id: 'u', buyeruid: 'b' },
};
const video = { mimes: ['video/mp4'], w: 640, h: 480, minduration: 1, maxduration: 30, protocols: [2], api: [1] };
const imp: Imp = {
  id: 'i1',
  banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] },
  video: { ...video, linearity: 1, placement: 1, playbackmethod: [1] },
  native: {
    request:
      '{"ver":"1.2","context":1,"plcmttype":1,"assets":[{"id":1,"title":{"len":9}}],"eventtrackers":[{"event":1,"methods":[1]}]}',
  },
};

t.test('the example params of every bidder produce a call on a site or in an app', async (t) => {
  for (const definition of definitions) {
    const bidder = bidderOf(definition, definition.code === 'triplelift_native' ? { extraInfo: listed } : host);
    const asked = places.map((place) =>
      callsOf(bidder, [{ ...imp, params: definition.example }], { ...place, ...client }),
    );
    const messages = asked.flatMap(({ problems }) => problems.map(({ message }) => message));
    t.ok(
      asked.some(({ calls }) => calls.length > 0),
      `${definition.code}: ${messages.join('; ')}`,
    );
  }
});
