/** Zero Click Fraud: a call for each source and host, both in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'zeroclickfraud',
  endpoint: 'http://{{.Host}}/openrtb2?sid={{.SourceId}}',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    iframe:
      'https://s.0cf.io/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '${uid}',
  },
  params: Type.Object({
    sourceId: Type.Integer({ minimum: 1 }),
    host: Type.String({ pattern: '^[a-zA-Z0-9.-]+(:[0-9]+)?$' }),
  }),
  example: { sourceId: 1, host: 'ads.example.com' },
  imp: [requireParams('sourceId', 'host')],
  batch: { by: ({ params: { sourceId, host } }) => JSON.stringify([sourceId, host]) },
  macros: { Host: ({ params }) => params.host, SourceId: ({ params }) => params.sourceId },
  headers: ['jsonPlain'],
  mediaType: [typeOfImp('video', 'native'), 'banner'],
});
