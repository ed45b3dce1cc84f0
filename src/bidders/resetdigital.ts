/** Reset Digital: one imp per request; the placement goes in the URL and is the default `tagid`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import { textAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'resetdigital',
  endpoint: 'https://prebid.resetdigital.co',
  endpointCompression: 'gzip',
  gvlVendorId: 1162,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params: Type.Object({ placement_id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  imp: [({ tagid }, { params }) => (tagid ? null : { tagid: params.placement_id })],
  together: [(imps) => (imps.length > 1 ? refuse('the bidder takes only one imp to a request') : null)],
  body: [(request) => ({ cur: currenciesOf(request) })],
  url: (endpoint, { params }) => withQuery(endpoint, { pid: params.placement_id }),
  headers: ['jsonPlain', 'ortb26'],
  note: ({ request }) => currenciesOf(request)[0],
  currency: ({ response, note }) => textAt(response, 'cur') || (typeof note === 'string' ? note : 'USD'),
  mediaType: ['mtype', typeOfImp('video', 'audio', 'native', 'banner')],
  seat: () => 'resetdigital',
});

/** The well-formed currencies of the request; US dollars without any. */
function currenciesOf({ cur = [] }: SharedRequest): string[] {
  const known = cur.map((code) => code.trim().toUpperCase()).filter((code) => /^[A-Z]{3}$/.test(code));
  return known.length === 0 ? ['USD'] : known;
}
