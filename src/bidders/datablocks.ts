/** Datablocks: a call for each source, which the URL names. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'datablocks',
  endpoint: 'http://pbserver.dblks.net/openrtb2?sid={{.SourceId}}',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    redirect:
      'https://sync.v5prebid.datablocks.net/s2ssync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '${uid}',
  },
  params: Type.Object({ sourceId: Type.Integer({ minimum: 1 }) }),
  imp: [requireParams('sourceId')],
  batch: { by: ({ params }) => params.sourceId },
  macros: { SourceId: ({ params }) => params.sourceId },
  headers: ['jsonPlain'],
  mediaType: [typeOfImp('video', 'native'), 'banner'],
});
