/** Smart AdServer (Equativ): a programmatic guaranteed imp sends the whole call to a separate endpoint. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ShapedImp } from '../adapter/call-steps.ts';
import { valueAt } from '../adapter/json.ts';
import { requireParams } from '../adapter/steps/require.ts';
import type { Imp } from '../openrtb/imp.ts';
import { without } from '../openrtb/json-object.ts';

/** The endpoint of calls with a guaranteed imp. */
const guaranteedEndpoint = 'https://prebid-global.smartadserver.com/ortb';

export default defineBidder({
  code: 'smartadserver',
  endpoint: 'https://ssb-global.smartadserver.com',
  endpointCompression: 'gzip',
  gvlVendorId: 45,
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    redirect:
      'https://ssbsync-global.smartadserver.com/api/sync?callerId=5&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirectUri={{.RedirectURL}}',
    userMacro: '[ssb_sync_pid]',
  },
  aliases: [{ code: 'equativ', gvlVendorId: 45 }],
  params: Type.Object(
    {
      siteId: Type.Optional(Type.Integer({ minimum: 1 })),
      pageId: Type.Optional(Type.Integer({ minimum: 1 })),
      formatId: Type.Optional(Type.Integer({ minimum: 1 })),
      networkId: Type.Integer({ minimum: 1 }),
    },
    {
      dependencies: {
        siteId: { required: ['pageId', 'formatId'] },
        pageId: { required: ['siteId', 'formatId'] },
        formatId: { required: ['siteId', 'pageId'] },
      },
    },
  ),
  imp: [requireParams('networkId')],
  body: [
    ({ site }, { imps }) => ({
      site: { ...site, publisher: { ...site?.publisher, id: String(imps.at(-1)!.params.networkId) } },
    }),
    (_, { imps }) => {
      if (imps.every(({ params }) => valueAt(params, 'programmaticGuaranteed') === undefined)) return null;
      const toGuaranteed = imps.some(isGuaranteed);
      return { imp: imps.map((imp) => sentImp(imp, toGuaranteed)) };
    },
  ],
  url: (endpoint, { imps }) =>
    imps.some(isGuaranteed) ? guaranteedEndpoint : `${endpoint.replace(/\/+$/, '')}/api/bid?callerId=5`,
  admitsHost: (host) => host === new URL(guaranteedEndpoint).host,
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['mtype', 'banner'],
});

function isGuaranteed({ params }: ShapedImp<object>): boolean {
  return valueAt(params, 'programmaticGuaranteed') === true;
}

/** The imp with its params under the name that the endpoint reads. */
function sentImp({ imp, params }: ShapedImp<object>, toGuaranteed: boolean): Imp {
  const { bidder: _, ...ext } = imp.ext ?? {};
  return {
    ...imp,
    ext: { ...ext, [toGuaranteed ? 'smartadserver' : 'bidder']: without(params, ['programmaticGuaranteed']) },
  };
}
