/** Decides which slot of Huawei Ads an imp asks for, by the params `slotid` and `adtype`. */
import type { Imp } from '../../openrtb/imp.ts';
import type { MediaType } from '../../openrtb/media-types.ts';
import { assetsOf, creativeKinds, formatsFor, versionOf, type Asset } from './huaweiads-native.ts';

/** The number of slots within a video, which are sold by duration. */
const rollType = 60;

/** The number of a kind of slot, and the media types that it can show. */
interface SlotKind {
  readonly adtype: number;
  readonly types: readonly MediaType[];
}

/** The kind that an unknown `adtype` stands for. */
const bannerKind: SlotKind = { adtype: 8, types: ['banner', 'video'] };

const slotKinds = new Map<string, SlotKind>([
  ['banner', bannerKind],
  ['native', { adtype: 3, types: ['native'] }],
  ['rewarded', { adtype: 7, types: ['video'] }],
  ['interstitial', { adtype: 12, types: ['banner', 'video'] }],
  ['roll', { adtype: rollType, types: ['video'] }],
  ['splash', { adtype: 1, types: [] }],
  ['magazinelock', { adtype: 2, types: [] }],
  ['audio', { adtype: 17, types: [] }],
]);

/** The params that name a slot. */
export interface SlotParams {
  readonly slotid: string;
  readonly adtype: string;
}

/** What reading the reply needs to know about a requested imp; only a native one has `assets` and `ver`. */
export interface Slot {
  readonly slotid: string;
  readonly impid: string;
  readonly type: MediaType;
  readonly w: number;
  readonly h: number;
  readonly assets: readonly Asset[];
  readonly ver: string;
}

/** The kind of slot that the params name. */
export function slotKind({ adtype }: SlotParams): SlotKind {
  return slotKinds.get(adtype.trim().toLowerCase()) ?? bannerKind;
}

/** True for a slot within a video. */
export function isRoll(params: SlotParams): boolean {
  return slotKind(params).adtype === rollType;
}

/** What reading the reply needs to know about this imp. */
export function slotOf(imp: Imp, { slotid }: SlotParams): Slot {
  const { id: impid = '', banner, video, native } = imp;
  const { w = 0, h = 0 } = video ?? (banner?.w && banner.h ? banner : banner?.format?.[0]) ?? {};
  const type = banner ? 'banner' : video ? 'video' : 'native';
  const [assets, ver] = native ? [assetsOf(native), versionOf(native)] : [[], ''];
  return { slotid: slotid.trim(), impid, type, w, h, assets, ver };
}

/** The slot of an imp as the bidder's protocol writes it. */
export function wireSlot({ banner, video, native }: Imp, params: SlotParams): object {
  const { adtype } = slotKind(params);
  const slot = { slotid: params.slotid.trim(), adtype };
  if (banner) return { ...slot, w: banner.w, h: banner.h, format: banner.format?.map(({ w, h }) => ({ w, h })) };
  if (video)
    return { ...slot, w: video.w, h: video.h, totalDuration: adtype === rollType ? video.maxduration : undefined };
  const assets = assetsOf(native ?? {});
  return { ...slot, detailedCreativeTypeList: creativeKinds(assets), format: formatsFor(assets) };
}
