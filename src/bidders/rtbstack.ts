/** RTB Stack: the param `route` is a URL from the platform's pages; its region and ids form the call's URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { within } from '../adapter/steps/any.ts';
import { impExt, tagId } from '../adapter/steps/imp.ts';
import { hostOfPage } from '../adapter/url.ts';
import { readUrl } from '../openrtb/web-address.ts';

const regions: ReadonlySet<string> = new Set(['us', 'eu', 'sg']);

export default defineBidder({
  code: 'rtbstack',
  endpoint:
    'https://{{.Region}}-adx-admixer.rtb-stack.com/pbs?ssp={{.SspID}}&endpoint={{.ZoneID}}&client={{.PartnerId}}',
  gvlVendorId: 511,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params: Type.Object({
    route: Type.String({ minLength: 1 }),
    tagId: Type.String(),
    customParams: Type.Optional(Type.Object({})),
  }),
  example: {
    route: 'https://example.us-adx-admixer.rtb-stack.com/prebid?client=1&endpoint=2&ssp=3',
    tagId: 'example',
  },
  imp: [
    ({ id }, { params }) =>
      readRoute(params.route) === undefined
        ? refuseImp(id, 'the param route must be a URL with region, client, endpoint and ssp')
        : null,
    tagId((p) => p.tagId),
    impExt(({ customParams = {} }) => (Object.keys(customParams).length === 0 ? {} : { customParams })),
  ],
  batch: { by: ({ params }) => params.route },
  body: [
    within('site', ({ domain, page = '' }) => (domain || page === '' ? null : { domain: hostOfPage(page) || page })),
  ],
  macros: {
    Region: ({ params }) => readRoute(params.route)?.region,
    SspID: ({ params }) => readRoute(params.route)?.ssp,
    ZoneID: ({ params }) => readRoute(params.route)?.endpoint,
    PartnerId: ({ params }) => readRoute(params.route)?.client,
  },
  headers: ['json'],
  mediaType: ['mtype'],
});

/** The region and ids of a route; undefined if one is missing. The region is part of the host: `us` in `x.us-adx-admixer.rtb-stack.com`. */
function readRoute(route = '') {
  const url = readUrl(route);
  if (url === undefined) return undefined;
  const { hostname, searchParams } = url;
  const region = hostname
    .split('.')
    .map((label) => /^(.*)-adx-admixer$/.exec(label)?.[1] ?? '')
    .find((name) => regions.has(name));
  const [ssp, endpoint, client] = ['ssp', 'endpoint', 'client'].map((name) => searchParams.get(name) ?? '');
  return region && ssp && endpoint && client ? { region, ssp, endpoint, client } : undefined;
}
