/** Gamoshi: the supply partner ends the path; imps are of one kind, banners before videos. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { onlyFirstType } from '../adapter/steps/imp.ts';
import { firstFormat } from '../adapter/steps/size.ts';
import { pathSegment } from '../adapter/url.ts';
import { Refusal } from '../adapter/definition.ts';

/** Where it is asked when the host states nothing. */
const standard = 'https://rtb.gamoshi.io';

export default defineBidder({
  code: 'gamoshi',
  endpoint: 'https://rtb.gamoshi.io',
  gvlVendorId: 644,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://rtb.gamoshi.io/user_sync_prebid?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&rurl={{.RedirectURL}}',
    userMacro: '[gusr]',
  },
  params: Type.Object({ supplyPartnerId: Type.String(), favoredMediaType: Type.Optional(Type.String()) }),
  imp: [
    ({ banner, video }) => (banner || video ? null : new Refusal(undefined)),
    onlyFirstType('banner', 'video'),
    firstFormat(),
  ],
  url: (endpoint, { params }) =>
    `${endpoint || standard}/r/${pathSegment(params.supplyPartnerId ?? '') ?? ''}/bidr?bidder=prebid-server`,
  admitsHost: (host) => host === new URL(standard).host,
  headers: ['json', 'ortb25', 'ua', 'ip', 'language', 'dnt'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
});
