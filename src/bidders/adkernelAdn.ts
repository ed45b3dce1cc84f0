/** AdKernel Advertiser Network: the publisher stands in the URL. */
import { Type } from 'typebox';
import { publisherAccount } from '../adapter/families/publisher-account.ts';

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
  macros: { PublisherID: ({ params }) => params.pubId },
});
