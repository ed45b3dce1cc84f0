/** Next Millennium: a call for each imp, which names one of the bidder's stored requests. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import { textsOf } from '../adapter/json.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { requestExt } from '../adapter/steps/body.ts';
import type { Imp } from '../openrtb/imp.ts';
import { isObject } from '../openrtb/json-object.ts';

export default defineBidder({
  code: 'nextmillennium',
  endpoint: 'https://pbs.nextmillmedia.com/openrtb2/auction',
  endpointCompression: 'gzip',
  gvlVendorId: 1060,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://cookies.nextmillmedia.com/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://cookies.nextmillmedia.com/sync?type=image&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '[NMUID]',
  },
  params: Type.Object(
    {
      placement_id: Type.Optional(Type.String({ minLength: 1 })),
      group_id: Type.Optional(Type.String({ minLength: 1 })),
      adSlots: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
      allowedAds: Type.Optional(Type.Array(Type.String())),
    },
    { anyOf: [{ required: ['placement_id'] }, { required: ['group_id'] }] },
  ),
  ready: ({ extraInfo }) => {
    const settings = extraInfo.trim() === '' ? {} : parsedJson(extraInfo);
    if (!isObject(settings)) throw new Error('extraInfo must be JSON such as {"nmmFlags":["1"]}');
    const flags = textsOf(settings['nmmFlags']);
    return { ...(flags.length > 0 && { nmmFlags: flags }) };
  },
  imp: [
    (imp, { params, request, ready }) => ({ ext: { nextMillennium: ready, prebid: stored(params, imp, request) } }),
  ],
  batch: 'perImp',
  body: [
    requestExt(({ params: { adSlots, allowedAds, ...ids }, imps, request, ready, auction: { host } }) => ({
      nextMillennium: {
        ...ready,
        nm_version: 'v1.0.1',
        ...(host.version !== '' && { server_version: host.version }),
        ...(adSlots?.length && { adSlots }),
        ...(allowedAds?.length && { allowedAds }),
      },
      prebid: {
        ...stored(ids, imps[0]!.imp, request),
        server: { externalurl: host.externalUrl, gvlid: Number(host.gvlVendorId) || 0, datacenter: host.dataCenter },
      },
    })),
  ],
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
});

interface Ids {
  readonly placement_id?: string;
  readonly group_id?: string;
}

/** The stored request of an imp: a placement, or a group with the banner's size and the domain. */
function stored({ placement_id, group_id }: Ids, imp: Imp, { site, app }: SharedRequest): object {
  const { w, h } = imp.banner?.format?.[0] ?? imp.banner ?? {};
  const size = w !== undefined && h !== undefined ? `${w}x${h}` : '';
  const id = group_id ? `g${group_id};${size};${(app ?? site)?.domain ?? ''}` : (placement_id ?? '');
  return { storedrequest: { id } };
}
