/** AdKernel Advertiser Network: the publisher goes in the URL; a multi-format imp is sent as a banner. */
import { Type } from 'typebox';
import { publisherAccount } from '../adapter/families/publisher-account.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { onlyFirstType } from '../adapter/steps/imp.ts';

export default publisherAccount({
  code: 'adkernelAdn',
  endpoint: 'https://pbs2.adksrv.com/rtbpub?account={{.PublisherID}}',
  gvlVendorId: 14,
  capabilities: { app: ['banner'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://tag.adkernel.com/syncr?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '{UID}',
  },
  params: Type.Object({ pubId: Type.Integer({ minimum: 1 }) }),
  imp: [onlyFirstType('banner', 'video')],
  macros: { PublisherID: ({ params }) => params.pubId },
  mediaType: [typeOfImp('banner', 'video')],
});
