/** Microsoft Monetize: Xandr's platform with newer params; `extraInfo` may set the `hb_source` numbers. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { valueAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { firstParam } from '../adapter/steps/params.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { within } from '../adapter/steps/any.ts';
import { addToExt } from '../adapter/steps/body.ts';
import { displayManager, impExt, tagId } from '../adapter/steps/imp.ts';
import { bannerSize } from '../adapter/steps/size.ts';
import { sameMember, xandrBids, xandrPart } from '../adapter/families/xandr-parts.ts';
import { withQuery } from '../adapter/url.ts';
import { isObject } from '../openrtb/json-object.ts';

const Params = Type.Object(
  {
    placement_id: Type.Optional(Type.Integer()),
    member: Type.Optional(Type.Integer()),
    inv_code: Type.Optional(Type.String()),
    allow_smaller_sizes: Type.Optional(Type.Boolean()),
    use_pmt_rule: Type.Optional(Type.Boolean()),
    keywords: Type.Optional(Type.String()),
    traffic_source_code: Type.Optional(Type.String()),
    pubclick: Type.Optional(Type.String()),
    ext_inv_code: Type.Optional(Type.String()),
    ext_imp_id: Type.Optional(Type.String()),
    banner_frameworks: Type.Optional(Type.Array(Type.Integer())),
  },
  { oneOf: [{ required: ['placement_id'] }, { required: ['inv_code', 'member'] }] },
);

export default defineBidder({
  code: 'msft',
  endpoint: 'http://ib.adnxs.com/openrtb2',
  gvlVendorId: 32,
  ortbVersion: '2.6',
  platformId: '5',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { key: 'adnxs', redirect: 'https://ib.adnxs.com/getuid?{{.RedirectURL}}', userMacro: '$UID' },
  params: Params,
  ready: ({ extraInfo }) => readSources(extraInfo),
  imp: [
    (_, { params: p }) =>
      p.placement_id || (p.inv_code && p.member) ? null : refuse('No placement or member+invcode provided'),
    tagId((p) => p.inv_code),
    displayManager({ split: false }),
    bannerSize(),
    within('banner', ({ api }, { params: { banner_frameworks: frameworks } }) =>
      frameworks?.length && !api?.length ? { api: frameworks } : null,
    ),
    impExt((p, { ext }) => ({ appnexus: impPart(p), gpid: ext?.['gpid'] })),
  ],
  together: [sameMember],
  batch: { chunk: 10 },
  body: [
    addToExt((c) => {
      const { other, video } = c.ready;
      return { appnexus: xandrPart(c.request, c, c.auction.entryPoint === 'video' ? video : other) };
    }),
  ],
  url: (endpoint, { imps }) => {
    const member_id = firstParam(imps, (p) => p.member);
    return member_id === undefined ? endpoint : withQuery(endpoint, { member_id });
  },
  headers: ['json', 'ortb26'],
  ...xandrBids,
});

/** The params under their names in `imp.ext.appnexus`; empty ones are left out. */
function impPart(p: Static<typeof Params>): object {
  return {
    placement_id: p.placement_id || undefined,
    allow_smaller_sizes: p.allow_smaller_sizes,
    use_pmt_rule: p.use_pmt_rule,
    keywords: p.keywords || undefined,
    traffic_source_code: p.traffic_source_code || undefined,
    pub_click: p.pubclick || undefined,
    ext_inv_code: p.ext_inv_code || undefined,
    ext_imp_id: p.ext_imp_id || undefined,
  };
}

/** The `hb_source` numbers for video requests and for all others. Throws on malformed `extraInfo`. */
function readSources(extraInfo: string): { other: number; video: number } {
  const stated = extraInfo === '' ? {} : parsedJson(extraInfo);
  const [other, video] = [valueAt(stated, 'hb_source') ?? 5, valueAt(stated, 'hb_source_video') ?? 6];
  if (!isObject(stated) || typeof other !== 'number' || typeof video !== 'number') {
    throw new Error('extraInfo must be JSON such as {"hb_source": 5, "hb_source_video": 6}');
  }
  return { other, video };
}
