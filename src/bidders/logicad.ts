/** Logicad: a call for each tag, which is the `tagid`; banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { dropExt, tagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';
import { oneSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'logicad',
  endpoint: 'https://pbs.ladsp.com/adrequest/prebidserver',
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    redirect:
      'https://cr-p31.ladsp.com/cookiesender/31?r=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ru={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ tid: Type.String() }),
  imp: [saying('tid is empty', requireParams('tid')), tagId((p) => p.tid), dropExt()],
  batch: { by: ({ params }) => params.tid },
  says: { empty: 'No impression in the bid request' },
  headers: ['json'],
  decode: oneSeat,
  mediaType: ['banner'],
});
