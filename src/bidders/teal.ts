/** Teal: a call for each account; the placement names one of the bidder's stored requests. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { addToExt, publisherId } from '../adapter/steps/body.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'teal',
  endpoint: 'https://a.bids.ws/openrtb2/auction',
  endpointCompression: 'gzip',
  gvlVendorId: 1378,
  ortbVersion: '2.6',
  gppSupported: true,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://bids.ws/load-pbs.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect_url={{.RedirectURL}}',
  },
  params: Type.Object({
    account: Type.String({ minLength: 1 }),
    placement: Type.Optional(Type.String({ minLength: 1 })),
  }),
  imp: [
    requireParams('account'),
    ({ id: impid, ext }, { params: { placement: id } }) => {
      if (id === undefined) return null;
      if (id.trim() === '') return refuseImp(impid, 'the param placement is blank');
      const [prebid, stored] = [objectAt(ext, 'prebid'), objectAt(ext, 'prebid', 'storedrequest')];
      return { ext: { ...ext, prebid: { ...prebid, storedrequest: { ...stored, id } } } };
    },
  ],
  batch: { by: ({ params }) => params.account },
  body: [publisherId(({ params }) => params.account), addToExt(() => ({ bids: { pbs: 1 } }))],
  headers: ['json'],
  mediaType: ['mtype', typeOfImp('banner', 'video', 'native')],
});
