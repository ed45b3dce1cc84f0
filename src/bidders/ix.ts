/** Index Exchange: one call for all imps; `ext.ixdiag` holds diagnostics; native event trackers also become impression trackers. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext, SharedRequest } from '../adapter/call-steps.ts';
import { asList, objectAt, textAt, textsOf, valueAt, wholeAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { markupObject } from '../adapter/native-markup.ts';
import { inventory } from '../adapter/steps/body.ts';
import { addToImpExt } from '../adapter/steps/imp.ts';
import { bannerFormat } from '../adapter/steps/size.ts';
import { isObject } from '../openrtb/json-object.ts';
import { unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'ix',
  gvlVendorId: 10,
  ortbVersion: '2.6',
  gppSupported: true,
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    iframe:
      'https://ssum-sec.casalemedia.com/usermatch?s=184674&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
    redirect:
      'https://ssum.casalemedia.com/usermatchredir?s=194962&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
  },
  params: Type.Object(
    {
      siteid: Type.Optional(Type.String({ minLength: 1 })),
      siteId: Type.Optional(Type.String({ minLength: 1 })),
      siteID: Type.Optional(Type.String({ minLength: 1 })),
      size: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
      sid: Type.Optional(Type.String({ minLength: 1 })),
    },
    { oneOf: [{ required: ['siteid'] }, { required: ['siteId'] }, { required: ['siteID'] }] },
  ),
  imp: [
    bannerFormat(),
    ({ banner }) => {
      const [size, ...others] = banner?.format ?? [];
      return banner && size && others.length === 0 ? { banner: { ...banner, w: size.w ?? 0, h: size.h ?? 0 } } : null;
    },
    addToImpExt((p) => ({ sid: p.sid })),
  ],
  body: [
    inventory(({ publisher }, c) => {
      const [id, ...others] = siteIds(c);
      return { publisher: { ...publisher, ...(id !== undefined && others.length === 0 && { id }) } };
    }),
    (request, c) => ({ ext: { ...request.ext, ixdiag: diagnosis(request, c) } }),
  ],
  headers: ['json'],
  mediaType: [
    'mtype',
    'ext',
    typeOfImp('banner', 'video', 'native', 'audio'),
    unknownType(({ impid }) => `unmatched impression id: ${impid}`),
  ],
  bid: [
    ({ adm }, { type }) => (type === 'native' && adm !== undefined ? { adm: withImptrackers(adm) } : null),
    ({ cat, ext }, { type }) => {
      const category = textAt(ext, 'prebid', 'video', 'primary_category');
      return type === 'video' && !cat?.length && category !== '' ? { cat: [category] } : null;
    },
  ],
  video: (bid) => ({
    duration: wholeAt(bid, 'dur') || wholeAt(bid.ext, 'prebid', 'video', 'duration'),
    primary_category: bid.cat?.[0] ?? '',
  }),
  fledge: ({ response }) =>
    asList(valueAt(response, 'ext', 'protectedAudienceAuctionConfigs')).flatMap((one) => {
      const config = valueAt(one, 'config') ?? undefined;
      return config === undefined ? [] : [{ impid: textAt(one, 'bidId'), bidder: '', config }];
    }),
});

/** The distinct site ids of the call. */
function siteIds({ imps }: CallContext<{ siteid?: string; siteId?: string; siteID?: string }>): string[] {
  return [...new Set(imps.flatMap(({ params: { siteid, siteId, siteID } }) => siteId ?? siteID ?? siteid ?? []))];
}

function diagnosis(request: SharedRequest, c: Parameters<typeof siteIds>[0]): object {
  const ids = siteIds(c);
  const { host, namespace } = c.auction;
  return {
    ...objectAt(request.ext, 'ixdiag'),
    pbsv: host.version || 'unknown',
    pbsp: 'go',
    pbjsv: textAt(request.ext, namespace, 'channel', 'version') || undefined,
    multipleSiteIds: ids.length > 1 ? ids.toSorted().join(', ') : undefined,
  };
}

/** Adds the image trackers of impressions among `eventtrackers` to `imptrackers`, in native markup wrapped or not. Other text stays. */
function withImptrackers(adm: string): string {
  const markup = markupObject(adm);
  const wrapped = valueAt(markup, 'native');
  const inner = isObject(wrapped) ? wrapped : markup;
  const trackers = asList(inner?.['eventtrackers']).filter(isObject);
  if (inner === undefined || trackers.length === 0) return adm;
  const { imptrackers, eventtrackers: _, ...rest } = inner;
  const urls = trackers.flatMap(({ event, method, url }) =>
    event === 1 && method === 1 && typeof url === 'string' ? [url] : [],
  );
  const whole = {
    ...rest,
    imptrackers: [...new Set([...textsOf(imptrackers), ...urls])],
    eventtrackers: trackers.map(({ event, method, ...more }) => ({ event, method, ...more })),
  };
  return JSON.stringify(inner === markup ? whole : { ...markup, native: whole });
}
