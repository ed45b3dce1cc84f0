/** FRVR: a call for each imp; `imp.ext` holds only publisher and ad unit; floors in US dollars. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'frvradn',
  endpoint: 'https://fran.frvr.com/api/v1/openrtb',
  gvlVendorId: 1107,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://fran.frvr.com/api/v1/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect_uri={{.RedirectURL}}',
    userMacro: '{{UID}}',
  },
  params: Type.Object({ publisher_id: Type.String(), ad_unit_id: Type.String() }),
  imp: [
    requireParams('publisher_id', 'ad_unit_id'),
    floorIn('USD'),
    impExt(({ publisher_id, ad_unit_id }) => ({ publisher_id, ad_unit_id })),
  ],
  batch: 'perImp',
  headers: ['json'],
  mediaType: ['ext'],
});
