/** PixFuture: a call for each imp, unchanged. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'pixfuture',
  endpoint: 'https://pbs-pix.pixfuture.com/pixservices',
  gvlVendorId: 839,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://sync.pixfuture.com/cookiesync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
    userMacro: '${UID}',
  },
  params: Type.Object({ pix_id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  readsParams: false,
  batch: 'perImp',
  headers: ['jsonPlain'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
