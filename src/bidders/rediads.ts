/** Rediads: the last imp's account is the publisher; its params may name another host under the endpoint's domain. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { isPublicHost } from '../adapter/public-host.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { without } from '../openrtb/json-object.ts';

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

/** The endpoint's host without its first label; '' unless that is a public name, so that a param cannot name another owner's host. */
function domainOf(endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const domain = host.slice(host.indexOf('.') + 1);
  return domain !== host && isPublicHost(domain) ? domain : '';
}
