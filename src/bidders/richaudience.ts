/** Rich Audience: a call for each imp, with its own `tagid` as a keyword; tests use a fixed IP; videos get the imp's size. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, textAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { within } from '../adapter/steps/any.ts';
import { inventory } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { requireBannerSize } from '../adapter/steps/size.ts';
import { secureByPage } from '../adapter/steps/place.ts';
import { requireVideo } from '../adapter/steps/require.ts';
import { lowerUser } from '../openrtb/places.ts';
import { readUrl } from '../openrtb/web-address.ts';

export default defineBidder({
  code: 'richaudience',
  endpoint: 'https://ortb.richaudience.com/ortb/?bidder=pbs',
  gvlVendorId: 108,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://sync.richaudience.com/74889303289e27f327ad0c6de7be7264/?consentString={{.GDPRConsent}}&r={{.RedirectURL}}',
    redirect:
      'https://sync.richaudience.com/f7872c90c5d3791e2b51f7edce1a0a5d/?p=pbs&consentString={{.GDPRConsent}}&r={{.RedirectURL}}',
    userMacro: '[PDID]',
  },
  params: Type.Object({
    pid: Type.String(),
    supplyType: Type.String(),
    test: Type.Optional(Type.Boolean()),
    bidFloor: Type.Optional(Type.Number()),
    bidFloorCur: Type.Optional(Type.String()),
  }),
  imp: [
    requireBannerSize(),
    requireVideo('w', 'h'),
    tagId((p) => p.pid),
    secureByPage(),
    floorOf((p) => p.bidFloor, { when: 'ifNone' }),
    // Publishers spell this param in either case.
    ({ bidfloorcur }, { params }) => ({
      bidfloorcur: bidfloorcur || params.bidFloorCur || textAt(params, 'bidfloorcur') || 'USD',
    }),
  ],
  together: [
    (_, { request: { device } }) =>
      device === undefined || device.ip || device.ipv6 ? null : refuse('the device has no address'),
  ],
  batch: 'perImp',
  body: [
    within('site', ({ domain, page = '' }) => {
      const host = domain ? undefined : readUrl(page)?.host;
      return host === undefined ? null : { domain: host };
    }),
    inventory((_, { imps }) => ({ keywords: `tagid=${imps[0]!.base.tagid ?? ''}` })),
    ({ user }) => (user === undefined ? null : { user: lowerUser(user) }),
    ({ device }, { params }) => (params.test ? { test: 1, device: { ...device, ip: '11.222.33.44' } } : null),
  ],
  headers: ['json', 'ortb25'],
  note: ({ imps }) => ({ w: imps[0]!.imp.video?.w, h: imps[0]!.imp.video?.h }),
  mediaType: [typeOfImp('video', 'banner')],
  bid: [
    ({ w, h }, { type, note }) =>
      type === 'video' ? { w: numberAt(note, 'w') || w, h: numberAt(note, 'h') || h } : null,
  ],
});
