/** The MediaGrid: native is an object both ways; keywords of site, user and params become segments in `ext.keywords`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { asList, textAt, textsOf, valueAt } from '../adapter/json.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { within } from '../adapter/steps/any.ts';
import { nativeAsText, networkNameAt } from '../adapter/steps/bid.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { addToImpExt } from '../adapter/steps/imp.ts';
import type { Native } from '../openrtb/imp.ts';
import { isObject, orNone, without, type JsonObject } from '../openrtb/json-object.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { saying, unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'grid',
  endpoint: 'https://grid.bidswitch.net/sp_bid?sp=prebid',
  gvlVendorId: 686,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://x.bidswitch.net/check_uuid/{{.RedirectURL}}?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&us_privacy={{.USPrivacy}}',
    userMacro: '${BSW_UUID}',
  },
  params: Type.Object({
    uid: Type.Optional(Type.Integer()),
    keywords: Type.Optional(
      Type.Object({ site: Type.Optional(Type.Object({})), user: Type.Optional(Type.Object({})) }),
    ),
  }),
  example: { uid: 1 },
  imp: [
    saying('uid is empty', requireParams('uid')),
    addToImpExt((_, { ext }) => ({ gpid: textAt(ext, 'data', 'adserver', 'adslot') || undefined })),
    within('native', ({ request }) =>
      request === undefined
        ? null
        : ({ request: undefined, request_native: parsedJson(request) ?? request } as Changes<Native>),
    ),
  ],
  body: [
    (request, { params }) => {
      const keywords = keywordsOf(request, params.keywords);
      if (keywords !== undefined) return { ext: { ...request.ext, keywords } };
      return request.ext?.['keywords'] === undefined ? null : { ext: orNone(without(request.ext, ['keywords'])) };
    },
  ],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [
    typeAt('content_type'),
    typeOfImp('banner', 'video', 'native'),
    unknownType(({ impid }, { impOf }) =>
      impOf(impid) === undefined
        ? `Failed to find impression for ID: "${impid}"`
        : `Unknown impression type for ID: "${impid}"`,
    ),
  ],
  bid: [nativeAsText()],
  says: { noImps: 'No valid impressions for grid' },
  meta: networkNameAt('ext', 'bidder', 'grid', 'demandSource'),
});

/** Merges keywords: those of `site` and `user`, then the params', then those in the request's `ext`. Malformed ones are left out. */
function keywordsOf({ ext, site, user }: SharedRequest, params: unknown): JsonObject | undefined {
  const stated = valueAt(ext, 'keywords');
  const plain = { site: site?.keywords, user: user?.keywords };
  const bySide = Object.entries(plain).flatMap(([side, keywords]) => {
    const sources = [
      { ortb2: [{ name: 'keywords', keywords: words(keywords) }] },
      valueAt(params, side),
      valueAt(stated, side),
    ];
    const publishers = publishersOf(sources.filter(isObject));
    return Object.keys(publishers).length === 0 ? [] : [[side, publishers]];
  });
  const kept = isObject(stated) ? without(stated, ['site', 'user']) : {};
  const all = { ...kept, ...(Object.fromEntries(bySide) as JsonObject) };
  return Object.keys(all).length === 0 ? undefined : all;
}

function words(keywords = ''): string[] {
  return keywords
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Merges maps of publishers to sections with segments; publishers without any are left out. */
function publishersOf(sources: readonly JsonObject[]): JsonObject {
  const byPublisher = new Map<string, object[]>();
  for (const [publisher, list] of sources.flatMap((source) => Object.entries(source))) {
    const added = asList(list).flatMap((section) => {
      const [name, segments] = [textAt(section, 'name'), isObject(section) ? segmentsOf(section) : []];
      return name === '' || segments.length === 0 ? [] : [{ name, segments }];
    });
    if (added.length > 0) byPublisher.set(publisher, [...(byPublisher.get(publisher) ?? []), ...added]);
  }
  return Object.fromEntries(byPublisher);
}

/** The segments of one section: its `segments`, then the strings of every other list, each named after its list. */
function segmentsOf(section: JsonObject): object[] {
  const written = asList(section['segments']).flatMap((segment) => {
    const [name, value] = [textAt(segment, 'name'), textAt(segment, 'value')];
    return name === '' || value === '' ? [] : [{ name, value }];
  });
  const names = Object.keys(section).toSorted();
  return [...written, ...names.flatMap((name) => textsOf(section[name]).map((value) => ({ name, value })))];
}
