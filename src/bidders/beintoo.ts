/** Beintoo: banners only; the tag is a number, and `imp.secure` follows the page. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { dropExt, requireType, tagId } from '../adapter/steps/imp.ts';
import { secureByPage } from '../adapter/steps/place.ts';
import { requireBannerSize, takeFirstFormat } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'beintoo',
  endpoint: 'https://ib.beintoo.com/um',
  gvlVendorId: 618,
  capabilities: { site: ['banner'] },
  sync: {
    key: 'Beintoo',
    iframe:
      'https://ib.beintoo.com/um?ssp=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ tagid: Type.String(), bidfloor: Type.Optional(Type.String()) }),
  example: { tagid: '25251' },
  imp: [
    requireType('banner'),
    ({ id }, { params: { tagid = '' } }) =>
      /^[+-]?\d+$/.test(tagid) && Number(tagid) !== 0 ? null : refuseImp(id, 'the param tagid must be a number'),
    tagId((p) => p.tagid),
    floorOf((p) => Number(p.bidfloor ?? 0)),
    requireBannerSize(),
    takeFirstFormat(),
    secureByPage(),
    dropExt(),
  ],
  headers: ['json', 'ua', 'ipv4', 'language', 'referer', 'dnt'],
  currency: 'ignored',
  mediaType: ['banner'],
  // The bidder puts the id of the imp in `bid.id`.
  bid: [({ id }) => (id === undefined ? null : { impid: id })],
});
