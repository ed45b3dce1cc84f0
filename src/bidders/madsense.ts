/** MadSense: video imps without a banner share a call, each other imp has its own; the first imp's company goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'madsense',
  endpoint: 'https://ads.madsense.io/pbs',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object({ company_id: Type.String({ minLength: 1 }) }),
  batch: { by: ({ imp }) => (imp.video && !imp.banner ? 'videos' : undefined) },
  url: (endpoint, { params, request: { test } }) =>
    withQuery(endpoint, { company_id: test === 1 ? 'test' : params.company_id }),
  headers: ['json', 'ortb26', 'ua', 'origin', 'ref', 'ipv6OrIp'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
  video: videoAt('dur'),
});
