/** Decides Beachfront's wire formats: a private one for banners, OpenRTB with a few other spellings for videos. */
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, type JsonObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { Bid } from '../../openrtb/response.ts';
import { decodeOpenrtb } from '../decode-openrtb.ts';
import type { Decoded, DecodedBid } from '../reply-steps.ts';
import { numberAt, textAt } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { chainOf } from '../supply-chain.ts';
import { decodedOf, readEach } from '../steps/object-reply.ts';
import { statedSize } from '../steps/size.ts';

/** One banner to request, with the bidder's id of the app. */
export interface BannerSlot {
  readonly imp: Imp;
  readonly appId: string;
}

/** The private request for banners. The caller guarantees at least one slot, each with formats. */
export function bannerBody(request: BidRequest, slots: readonly BannerSlot[]): object {
  const { id = '', site, app, device, user } = request;
  return {
    slots: slots.map(({ imp, appId }) => ({
      slot: imp.id,
      id: appId,
      bidfloor: imp.bidfloor ?? 0,
      sizes: imp.banner?.format?.map(({ w = 0, h = 0 }) => ({ w, h })) ?? [],
    })),
    domain: site?.domain ?? app?.domain ?? '',
    page: site?.page ?? app?.bundle ?? '',
    referrer: '',
    search: '',
    secure: slots[0]!.imp.secure ?? securePage(request),
    requestId: id,
    isMobile: app ? 1 : 0,
    ip: device?.ip ?? '',
    deviceModel: device?.model ?? '',
    deviceOs: device?.os ?? '',
    dnt: device?.dnt ?? 0,
    ua: device?.ua ?? '',
    user: { ...(user?.id && { id: user.id }), ...(user?.buyeruid && { buyeruid: user.buyeruid }) },
    schain: chainOf(request) ?? { complete: 0, nodes: null, ver: '' },
    adapterName: 'BF_PREBID_S2S',
    adapterVersion: '1.0.0',
    real204: true,
  };
}

/** The OpenRTB request for one video. `isNotice` requests a notice URL instead of markup. */
export function videoBody(request: BidRequest, imp: Imp, { isNotice }: { readonly isNotice: boolean }): object {
  const sent = {
    ...imp,
    secure: imp.secure === 1 ? 1 : securePage(request),
    video: { ...imp.video, ...videoSize(imp) },
  };
  return { ...request, imp: [sent], ...(isNotice && { isPrebid: true }) };
}

/** The size in which a video is requested. */
export function videoSize({ video }: Imp): { readonly w: number; readonly h: number } {
  return { w: video?.w || 300, h: video?.h || 250 };
}

function securePage({ site }: BidRequest): 0 | 1 {
  return site?.page?.startsWith('https://') ? 1 : 0;
}

/** The bids of a list of banners. */
export function decodeBanners(slots: readonly unknown[]): Decoded {
  return decodedOf(readEach(slots, 'list', readBanner));
}

function readBanner(one: JsonObject): DecodedBid {
  const impid = textAt(one, 'slot');
  const bid = {
    id: `${impid}Banner`,
    impid,
    price: numberAt(one, 'price'),
    adm: textAt(one, 'adm'),
    crid: textAt(one, 'crid'),
  };
  return { bid: { ...bid, ...statedSize(one, 'w', 'h') }, type: 'banner' };
}

/** The videos of an OpenRTB reply, which may spell `seatBid`, each passed through `change`. */
export function decodeVideos(reply: unknown, change: (bid: Bid) => Bid): Decoded | Refusal {
  const decoded = decodeOpenrtb(isObject(reply) ? { ...reply, seatbid: reply['seatbid'] ?? reply['seatBid'] } : reply);
  if (decoded instanceof Refusal) return decoded;
  return { ...decoded, bids: decoded.bids.map((one) => ({ ...one, bid: change(one.bid), type: 'video' })) };
}

/** A bid whose ad is in its markup. */
export function markupBid(bid: Bid): Bid {
  return { ...bid, id: `${bid.impid ?? ''}AdmVideo` };
}

/** A bid whose ad is at its notice URL. The creative's id is between that URL's second and third colon; imp and size are as requested. */
export function noticeBid(bid: Bid, impid: string, size: unknown): Bid {
  const crid = /^[^:]*:[^:]*:([^:]*)/.exec(bid.nurl ?? '')?.[1];
  return {
    ...bid,
    id: `${impid}NurlVideo`,
    impid,
    ...(crid && { crid }),
    ...(size as { w?: number; h?: number } | undefined),
  };
}
