/** Nativo: the request unchanged; the meta of its bids names Nativo's renderer if the app's SDK has it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, textAt, valueAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';

export default defineBidder({
  code: 'nativo',
  endpoint: 'https://exchange.postrelease.com/esi?ntv_epid=7',
  gvlVendorId: 263,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://jadserve.postrelease.com/suid/101787?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&ntv_gpp_consent={{.GPP}}&ntv_r={{.RedirectURL}}',
    userMacro: 'NTV_USER_ID',
  },
  params: Type.Object({ placementId: Type.Optional(Type.Union([Type.Integer(), Type.String()])) }),
  readsParams: false,
  headers: ['contentType'],
  note: ({ request: { ext }, auction }) => rendererIn(valueAt(ext, auction.namespace, 'sdk', 'renderers')),
  currency: 'ignored',
  mediaType: [typeOfImp('native', 'video', 'banner'), 'ext'],
  meta: (_, { note }) => (isObject(note) ? note : undefined),
});

/** The meta for Nativo's renderer, if it is among those of the SDK; undefined otherwise. */
function rendererIn(renderers: unknown): JsonObject | undefined {
  const renderer = asList(renderers).find((one) => textAt(one, 'name').toLowerCase() === 'nativorenderer');
  if (renderer === undefined) return undefined;
  // Truncated: every bid repeats it.
  return {
    rendererName: textAt(renderer, 'name'),
    rendererVersion: textAt(renderer, 'version').slice(0, 50) || undefined,
  };
}
