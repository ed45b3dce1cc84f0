/** Rediads: the account of the last imp stands for the publisher; its params may name another host beside the endpoint's own, under the same domain. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { isPublicHost } from '../adapter/public-host.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { without } from '../openrtb/merge-patch.ts';

export default defineBidder({
  code: 'rediads',
  endpoint: 'https://bidding.rediads.com/openrtb2/auction',
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  sync: { supports: ['iframe'] },
  params: Type.Object({
    account_id: Type.String(),
    slot: Type.Optional(Type.String()),
    endpoint: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9.-]+$' })),
  }),
  imp: [tagId((p) => p.slot), ({ ext = {} }, { auction }) => ({ ext: without(ext, ['bidder', auction.namespace]) })],
  body: [publisherId(({ imps }) => imps.at(-1)!.params.account_id)],
  url: (endpoint, { imps }) => {
    const domain = domainOf(endpoint);
    const name = imps.at(-1)!.params.endpoint;
    return name && domain ? endpoint.replace(/\/\/[^.]*/, () => `//${name}`) : endpoint;
  },
  admitsHost: (host, endpoint) => {
    const domain = domainOf(endpoint);
    return domain !== '' && host.endsWith(`.${domain}`);
  },
  mediaType: ['mtype'],
});

/** What follows the first name of the endpoint's host, where that is a domain of somebody: a param may not name another one's. */
function domainOf(endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const domain = host.slice(host.indexOf('.') + 1);
  return domain !== host && isPublicHost(domain) ? domain : '';
}
