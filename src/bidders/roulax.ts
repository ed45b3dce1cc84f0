/** Roulax: the first imp's publisher path and id go in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'roulax',
  endpoint: 'http://dsp.rcoreads.com/api/{{.PublisherID}}?pid={{.AccountID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ Pid: Type.String({ minLength: 1 }), PublisherPath: Type.String({ minLength: 1 }) }),
  macros: { PublisherID: ({ params }) => params.PublisherPath, AccountID: ({ params }) => params.Pid },
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
