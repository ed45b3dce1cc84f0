/** Sparteo: params stand under `ext.sparteo` of an imp; the network is named in the address and with the publisher, too. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { statedMtype } from '../adapter/steps/bid.ts';
import { inventory } from '../adapter/steps/body.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { addQuery } from '../adapter/url.ts';
import { isObject } from '../openrtb/merge-patch.ts';

export default defineBidder({
  code: 'sparteo',
  endpoint: 'https://bid.sparteo.com/s2s-auction',
  gvlVendorId: 1028,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sync.sparteo.com/s2s_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect_url={{.RedirectURL}}',
  },
  params: Type.Object(
    {
      networkId: Type.String(),
      custom1: Type.Optional(Type.String()),
      custom2: Type.Optional(Type.String()),
      custom3: Type.Optional(Type.String()),
      custom4: Type.Optional(Type.String()),
      custom5: Type.Optional(Type.String()),
    },
    { additionalProperties: true },
  ),
  imp: [
    impExt((params, { ext = {} }) => {
      const { bidder: _, sparteo, ...others } = ext;
      return { ...others, sparteo: { ...(isObject(sparteo) && sparteo), params } };
    }),
  ],
  body: [
    inventory(({ publisher }, { params: { networkId } }) => {
      const known = publisher?.ext?.['params'];
      const params = { ...(isObject(known) && known), networkId };
      return { publisher: { ...publisher, ext: { ...publisher?.ext, params } } };
    }),
  ],
  url: (endpoint, { params, request: { site, app } }) =>
    [
      ['network_id', params.networkId],
      ['site_domain', site?.domain],
      ['app_domain', app?.domain],
      ['bundle', app?.bundle],
    ].reduce((url, [name = '', value]) => (value ? addQuery(url, name, value) : url), endpoint),
  mediaType: ['ext', 'mtype'],
  bid: [statedMtype()],
});
