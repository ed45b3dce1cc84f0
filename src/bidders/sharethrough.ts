/** Sharethrough: a call for each media type of each imp; params may add blocked categories and advertisers. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { tagId, typesApart } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'sharethrough',
  endpoint: 'https://btlr.sharethrough.com/universal/v1?supply_id=FGMrCMMc',
  gvlVendorId: 80,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://match.sharethrough.com/FGMrCMMc/v1?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirectUri={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    pkey: Type.String(),
    badv: Type.Optional(Type.Array(Type.String(), { minItems: 0 })),
    bcat: Type.Optional(Type.Array(Type.String(), { minItems: 0 })),
  }),
  imp: [tagId((p) => p.pkey), floorIn('USD')],
  split: typesApart(),
  batch: 'perImp',
  body: [
    ({ source, bcat, badv }, { params, auction }) => ({
      source: { ...source, ext: { ...source?.ext, str: '10.0', version: auction.host.version } },
      bcat: joined(bcat, params.bcat),
      badv: joined(badv, params.badv),
    }),
  ],
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['ext'],
});

function joined(stated: readonly string[] = [], added: readonly string[] = []): string[] | undefined {
  return stated.length + added.length === 0 ? undefined : [...stated, ...added];
}
