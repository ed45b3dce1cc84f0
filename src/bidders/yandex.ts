/** Yandex: a call for each imp to its page; `placement_id` holds the page and imp ids, separated by dashes. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { within, set } from '../adapter/steps/any.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import { requireVideo } from '../adapter/steps/require.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'yandex',
  endpoint: 'https://bs-metadsp.yandex.ru/prebid/{{.PageID}}?ssp-id=10500',
  endpointCompression: 'gzip',
  capabilities: { site: ['banner', 'native', 'video'] },
  sync: {
    redirect:
      'https://yandex.ru/an/mapuid/yandex/?ssp-id=10500&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&location={{.RedirectURL}}',
    userMacro: '{YANDEXUID}',
  },
  params: Type.Object(
    {
      page_id: Type.Optional(Type.Integer({ minLength: 1, minimum: 1 })),
      imp_id: Type.Optional(Type.Integer({ minLength: 1, minimum: 1 })),
      placement_id: Type.Optional(Type.String({ pattern: '\\d-\\d' })),
    },
    { oneOf: [{ required: ['page_id', 'imp_id'] }, { required: ['placement_id'] }] },
  ),
  imp: [
    requireType('banner', 'video', 'native'),
    requireBannerSize(),
    bannerSize(),
    requireVideo('w', 'h'),
    within('video', ({ minduration, maxduration, mimes, protocols }) => ({
      minduration: minduration || 1,
      maxduration: maxduration || 120,
      mimes: mimes?.length ? mimes : ['video/mp4'],
      protocols: protocols?.length ? protocols : [3],
    })),
    set({ displaymanager: 'prebid.go', displaymanagerver: '1.1' }),
    ({ id }, { params }) => (placeOf(params) ? null : refuseImp(id, 'placement_id must hold two numbers')),
  ],
  batch: 'perImp',
  macros: { PageID: ({ params }) => placeOf(params)?.page },
  url: (endpoint, { params, request }) =>
    withQuery(endpoint, {
      'imp-id': placeOf(params)?.imp,
      'ssp-cur': request.cur?.[0],
      'target-ref': request.site?.page || request.site?.domain || undefined,
    }),
  headers: ['json', 'ortb25', 'ua', 'ipv4', 'language', 'referer', ({ device }) => ['x-real-ip', device?.ip ?? '']],
  mediaType: ['onlyImpType', 'adm', typeOfImp('banner', 'video', 'native')],
});

interface PlaceParams {
  readonly page_id?: number;
  readonly imp_id?: number;
  readonly placement_id?: string;
}

/** The page and imp ids: the last two numbers of `placement_id`, else `page_id` and `imp_id`; undefined without either. */
function placeOf({ page_id, imp_id, placement_id = '' }: PlaceParams) {
  const [page, imp] = placement_id
    .split('-')
    .filter((part) => /^\d{1,15}$/.test(part))
    .slice(-2);
  if (page !== undefined && imp !== undefined) return { page, imp };
  return page_id && imp_id ? { page: page_id, imp: imp_id } : undefined;
}
