/** Conversant (Epsilon): bids in US dollars only; params override members of a video without a banner beside it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { set, within } from '../adapter/steps/any.ts';
import { inventoryId } from '../adapter/steps/body.ts';
import { floorIn, floorOf } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';
import type { Video } from '../openrtb/video.ts';

/** The bidder and its alias share one sync page. */
const sync = {
  redirect:
    'https://prebid-match.dotomi.com/match/bounce/current?version=1&networkId=72582&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&rurl={{.RedirectURL}}',
};

export default defineBidder({
  code: 'conversant',
  endpoint: 'http://api.hb.ad.cpe.dotomi.com/cvx/server/hb/ortb',
  gvlVendorId: 24,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  sync,
  aliases: [{ code: 'epsilon', gvlVendorId: 24, sync }],
  params: Type.Object({
    site_id: Type.String(),
    secure: Type.Optional(Type.Integer()),
    bidfloor: Type.Optional(Type.Number()),
    tag_id: Type.Optional(Type.String()),
    position: Type.Optional(Type.Integer()),
    mimes: Type.Optional(Type.Array(Type.String())),
    maxduration: Type.Optional(Type.Integer()),
    api: Type.Optional(Type.Array(Type.Integer())),
    protocols: Type.Optional(Type.Array(Type.Integer())),
  }),
  imp: [
    set({ displaymanager: 'prebid-s2s' }),
    floorOf((p) => p.bidfloor, { when: 'ifNone' }),
    floorIn('USD'),
    tagId((p) => p.tag_id),
    ({ secure }, { params }) => (!secure && params.secure !== undefined ? { secure: params.secure } : null),
    within('banner', (_, { params: { position: pos } }) => (pos === undefined ? null : { pos })),
    within('video', (_, { params: p }, { banner }) =>
      banner
        ? null
        : filled({ pos: p.position, maxduration: p.maxduration, mimes: p.mimes, api: p.api, protocols: p.protocols }),
    ),
  ],
  body: [
    (_, { imps }) => (imps.some(({ params }) => params.site_id) ? null : refuse('Missing site id')),
    inventoryId(({ imps }) => firstParam(imps, (p) => p.site_id)),
    ({ cur: [first] = [] }) => (first === undefined || first === 'USD' ? null : { cur: ['USD'] }),
  ],
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['mtype', typeOfImp('native', 'audio', 'video'), 'banner'],
});

/** The members that are neither undefined nor an empty list. */
function filled(members: Changes<Video>): Changes<Video> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== undefined)),
  );
}
