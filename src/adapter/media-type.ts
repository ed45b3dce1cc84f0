/** Decides the media type of a bid (decisions, 'Media type of a bid'). */
import { isObject, own, type JsonObject } from '../openrtb/merge-patch.ts';
import { mediaTypes, type MediaType } from './contract.ts';

/** OpenRTB 2.6 `bid.mtype`, from 1. */
const byMtype: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

/**
 * `bid.mtype`, else `bid.ext.<namespace>.type` (or `bid.ext.prebid.type`), else the only media type of its imp (`types`),
 * else by `adm` (VAST is video, JSON with assets is native), else banner.
 */
export function bidMediaType(bid: JsonObject, types: readonly MediaType[], namespace: string): MediaType {
  return (
    fromMtype(bid['mtype']) ??
    fromExt(bid['ext'], namespace) ??
    (types.length === 1 ? types[0] : undefined) ??
    fromMarkup(bid['adm']) ??
    'banner'
  );
}

function fromMtype(mtype: unknown): MediaType | undefined {
  return typeof mtype === 'number' ? byMtype[mtype - 1] : undefined;
}

function fromExt(ext: unknown, namespace: string): MediaType | undefined {
  if (!isObject(ext)) return undefined;
  for (const word of [namespace, 'prebid']) {
    const svc = own(ext, word);
    const type = isObject(svc) ? svc['type'] : undefined;
    const known = mediaTypes.find((one) => one === type);
    if (known !== undefined) return known;
  }
  return undefined;
}

function fromMarkup(adm: unknown): MediaType | undefined {
  if (typeof adm !== 'string') return undefined;
  const start = adm.slice(0, 512).trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<VAST[\s>]/i.test(start)) return 'video';
  return start.startsWith('{') && hasAssets(adm) ? 'native' : undefined;
}

function hasAssets(adm: string): boolean {
  try {
    const markup: unknown = JSON.parse(adm);
    if (!isObject(markup)) return false;
    const native = own(markup, 'native');
    return Array.isArray(own(isObject(native) ? native : markup, 'assets'));
  } catch {
    return false;
  }
}
