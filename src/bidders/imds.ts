/** iMDS: the tag is the `tagid`; the seat goes in the path and in `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { requestExt } from '../adapter/steps/body.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'imds',
  endpoint: 'https://pbs.technoratimedia.com/openrtb/bids/{{.AccountID}}?src={{.SourceId}}&adapter=imds',
  gppSupported: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://ad-cdn.technoratimedia.com/html/usersync.html?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
    redirect:
      'https://sync.technoratimedia.com/services?srv=cs&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
    userMacro: '[USER_ID]',
  },
  aliases: [
    {
      code: 'synacormedia',
      endpoint: 'https://pbs.technoratimedia.com/openrtb/bids/{{.AccountID}}?src={{.SourceId}}&adapter=synacormedia',
    },
  ],
  params: Type.Object({ seatId: Type.String(), tagId: Type.Optional(Type.String()) }),
  example: { seatId: 'example', tagId: 'example' },
  imp: [requireType('banner', 'video'), requireParams('seatId', 'tagId'), tagId((p) => p.tagId)],
  body: [requestExt(({ params: { seatId } }) => ({ seatId }))],
  macros: { AccountID: ({ params }) => params.seatId, SourceId: () => 'pbs-go/1.0.0' },
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
