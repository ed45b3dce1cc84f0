/** Criteo: the request unchanged; browser auctions arrive as interest-group instructions. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, textAt, valueAt } from '../adapter/json.ts';
import { networkNameAt } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'criteo',
  endpoint: 'https://ssp-bidder.criteo.com/openrtb/pbs/auction/request?profile=230',
  gvlVendorId: 91,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://ssp-sync.criteo.com/user-sync/iframe?gdprapplies={{.GDPR}}&gdpr={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}&profile=230',
    redirect:
      'https://ssp-sync.criteo.com/user-sync/redirect?gdprapplies={{.GDPR}}&gdpr={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}&profile=230',
    userMacro: '${CRITEO_USER_ID}',
  },
  params: Type.Object(
    {
      zoneid: Type.Optional(Type.Integer({ minimum: 0 })),
      zoneId: Type.Optional(Type.Integer({ minimum: 0 })),
      networkid: Type.Optional(Type.Integer({ minimum: 0 })),
      networkId: Type.Optional(Type.Integer({ minimum: 0 })),
      pubid: Type.Optional(Type.String({ minLength: 1 })),
      uid: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    {
      anyOf: [
        { required: ['zoneid'] },
        { required: ['zoneId'] },
        { required: ['networkid'] },
        { required: ['networkId'] },
      ],
    },
  ),
  mediaType: ['ext'],
  meta: networkNameAt('ext', 'prebid', 'networkName'),
  fledge: ({ response, bidder }) =>
    asList(valueAt(response, 'ext', 'igi')).flatMap((igi) =>
      asList(valueAt(igi, 'igs'))
        .filter((igs) => (valueAt(igs, 'config') ?? null) !== null)
        .map((igs) => ({
          impid: textAt(igi, 'impid') || textAt(igs, 'impid'),
          bidder: bidder.code,
          config: valueAt(igs, 'config'),
        })),
    ),
});
