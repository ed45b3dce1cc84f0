/** Lemma: the first imp's publisher and ad unit go in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'lemmadigital',
  endpoint: 'https://pbid.lemmamedia.com/lemma/servad?src=prebid&pid={{.PublisherID}}&aid={{.AdUnit}}',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: 'https://sync.lemmadigital.com/setuid?publisher=850&redirect={{.RedirectURL}}',
    userMacro: '${UUID}',
  },
  params: Type.Object({ pid: Type.Integer(), aid: Type.Integer() }),
  macros: { PublisherID: ({ params }) => params.pid, AdUnit: ({ params }) => params.aid },
  headers: ['json'],
  mediaType: [typeOfImp('video', 'banner')],
});
