/** Requests that have everything a bidder may require, and settings with which each bidder makes calls. */
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf } from '../adapter/support.ts';

const publisher = { id: 'p' };
const host = { platformId: 'p', credentials: { username: 'u', password: 'p', tracker: 't', appSecret: 's' } };
/** Triplelift native accepts only the publishers that the host lists. */
const listed = { extraInfo: JSON.stringify({ publisher_whitelist: [publisher.id] }) };

/** A bidder with all settings that its definition may require. */
export const readyBidder = (definition: BidderDefinition) =>
  bidderOf(definition, definition.code === 'triplelift_native' ? listed : host);

const client: Partial<BidRequest> = {
  device: { ua: 'Mozilla/5.0', ip: '192.0.2.1', os: 'ios', ifa: 'f', language: 'en' },
  user: { id: 'u', buyeruid: 'b' },
};

/** A request from a site, and one from an app. */
export const completeRequests: readonly Partial<BidRequest>[] = [
  { ...client, site: { id: 's', domain: 'site.example', page: 'https://site.example/', publisher } },
  { ...client, app: { id: 'a', bundle: 'app.example', publisher } },
];

const video = { mimes: ['video/mp4'], w: 640, h: 480, minduration: 1, maxduration: 30, protocols: [2], api: [1] };

/** An imp with banner, video and native. */
export const completeImp: Imp = {
  id: 'i1',
  banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] },
  video: { ...video, linearity: 1, placement: 1, playbackmethod: [1] },
  native: {
    request:
      '{"ver":"1.2","context":1,"plcmttype":1,"assets":[{"id":1,"title":{"len":9}}],"eventtrackers":[{"event":1,"methods":[1]}]}',
  },
};
