/** Admixer: the zone is the `tagid`; `imp.ext` holds only the custom params. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { impExt, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'admixer',
  endpoint: 'http://inv-nets.admixer.net/pbs.aspx',
  gvlVendorId: 511,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    redirect:
      'https://inv-nets.admixer.net/adxcm.aspx?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir=1&rurl={{.RedirectURL}}',
    userMacro: '$$visitor_cookie$$',
  },
  params: Type.Object({
    zone: Type.String({ pattern: '^([a-fA-F\\d\\-]{32,36})$' }),
    customFloor: Type.Optional(Type.Number({ minimum: 0 })),
    customParams: Type.Optional(Type.Object({})),
  }),
  example: { zone: '6d93f2a0-e5f0-4fe2-8c3a-6e9e3ade964b' },
  imp: [
    tagId((p) => p.zone),
    floorOf((p) => p.customFloor, { when: 'ifNone' }),
    impExt((p) => (p.customParams === undefined ? undefined : { customParams: p.customParams })),
  ],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'native', 'audio')],
});
