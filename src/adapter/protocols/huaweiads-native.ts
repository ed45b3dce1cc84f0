/** Decides what a native imp requests from Huawei Ads, and the native markup made from a creative. */
import type { Size } from '../../openrtb/banner.ts';
import type { Native } from '../../openrtb/imp.ts';
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { asList, numberAt, textAt, valueAt } from '../json.ts';
import { urlsOf, type Creative, type Picture } from './huaweiads-creative.ts';
import { vast } from './huaweiads-vast.ts';

/** One asset of a native request. A number that it does not state is 0. `type` is the type of its image or data. */
export interface Asset {
  readonly id: number;
  readonly kind: 'title' | 'img' | 'video' | 'data';
  readonly type: number;
  readonly w: number;
  readonly h: number;
  readonly wmin: number;
  readonly hmin: number;
}

/** OpenRTB Native 1.2: types of images and of data. */
const iconType = 1;
const mainType = 3;
const descriptionTypes: ReadonlySet<number> = new Set([2, 10]);
const ctaType = 12;

/** The image sizes that Huawei Ads has. */
const imageSizes = (
  [
    [225, 150],
    [1080, 607],
    [300, 250],
    [1080, 1620],
    [1280, 720],
    [640, 360],
    [1080, 1920],
    [720, 1280],
  ] as const
).map(([w, h]) => ({ w, h }));

/** By how much an image's ratio of width to height may differ from the requested one. */
const ratioTolerance = 0.5;

/** How many assets are read: each may hold the creative's longest text, or its video's whole document. */
const mostAssets = 32;

const kinds = ['title', 'img', 'video', 'data'] as const;

/** The assets of a native imp that a creative can fill; the request may be wrapped in an object `native`. */
export function assetsOf({ request = '' }: Native): readonly Asset[] {
  const parsed = parsedJson(request);
  const assets = asList(valueAt(parsed, 'assets') ?? valueAt(parsed, 'native', 'assets'));
  return assets.slice(0, mostAssets).flatMap((asset) => {
    const kind = kinds.find((name) => valueAt(asset, name) !== undefined);
    if (kind === undefined) return [];
    const number = (name: string) => numberAt(asset, kind, name);
    const type = number('type') || (kind === 'img' ? mainType : 0);
    const size = { w: number('w'), h: number('h'), wmin: number('wmin'), hmin: number('hmin') };
    return [{ id: numberAt(asset, 'id'), kind, type, ...size }];
  });
}

/** The version of native markup that an imp requests; '' if it states none. Truncated, since each of its bids holds it. */
export function versionOf({ request = '' }: Native): string {
  const parsed = parsedJson(request);
  return (textAt(parsed, 'ver') || textAt(parsed, 'native', 'ver')).slice(0, 10);
}

/** Huawei's numbers for creatives that have these assets: videos, then images with text. */
export function creativeKinds(assets: readonly Asset[]): readonly string[] {
  const hasImage = assets.some(({ kind, type }) => kind === 'img' && type !== iconType);
  return [...(hasVideo(assets) ? ['903'] : []), ...(hasImage || !hasVideo(assets) ? ['901', '904', '905'] : [])];
}

/**
 * The sizes to request. Several images: theirs. One image alone: the usual sizes that fit it. A video, or no image: all usual sizes, and
 * the video's own.
 */
export function formatsFor(assets: readonly Asset[]): readonly Size[] {
  const images = assets.filter(({ kind, type }) => kind === 'img' && type !== iconType);
  const [image] = images;
  if (images.length > 1) return images.map(({ w, h, wmin, hmin }) => ({ w: w || wmin, h: h || hmin }));
  const video = assets.find(({ kind }) => kind === 'video');
  if (image === undefined || video) return [...imageSizes, ...ownSize(video)];
  const { w, h, wmin, hmin } = image;
  const fitting = imageSizes.filter((size) =>
    w > 0 && h > 0 ? Math.abs(size.w / size.h - w / h) <= ratioTolerance : size.w > wmin && size.h > hmin,
  );
  return fitting.length > 0 ? fitting : imageSizes;
}

/** The size of a video, if it states one that is not among the usual ones. */
function ownSize({ w, h }: Size = { w: 0, h: 0 }): readonly Size[] {
  return w > 0 && h > 0 && !imageSizes.some((size) => size.w === w && size.h === h) ? [{ w, h }] : [];
}

function hasVideo(assets: readonly Asset[]): boolean {
  return assets.some(({ kind }) => kind === 'video');
}

/** The native markup for a creative (JSON text), and the size of its video or first image; undefined if it fills no asset. */
export function nativeMarkup(
  creative: Creative,
  { assets, ver }: { readonly assets: readonly Asset[]; readonly ver: string },
): { adm: string; w: number; h: number } | undefined {
  const images = [...creative.images];
  const icons = [...creative.icons];
  const filled = assets.flatMap((asset) => {
    const content = contentFor(asset, creative, asset.type === iconType ? icons : images);
    return content === undefined ? [] : [{ id: asset.id, [asset.kind]: content }];
  });
  if (filled.length === 0) return undefined;
  const adm = JSON.stringify({
    ver: ver || '1.1',
    assets: filled,
    link: { url: creative.click, clicktrackers: urlsOf(creative, 'click') },
    eventtrackers: urlsOf(creative, 'imp').map((url) => ({ event: 1, method: 1, url })),
  });
  const { w = 0, h = 0 } = (hasVideo(assets) ? creative.video : undefined) ?? creative.images[0] ?? {};
  return { adm, w, h };
}

/** What fills an asset. An image is removed from `pictures`, so that each is shown once. */
function contentFor({ kind, type }: Asset, creative: Creative, pictures: Picture[]): object | undefined {
  const { title, description, cta } = creative;
  switch (kind) {
    case 'title':
      return { text: title, len: title.length };
    case 'img': {
      const picture = pictures.shift();
      return picture && { type, ...picture };
    }
    case 'video':
      return creative.video && { vasttag: vast(creative, creative.video) };
    case 'data':
      if (descriptionTypes.has(type)) return { label: 'desc', value: description };
      return type === ctaType ? { type, value: cta } : undefined;
  }
}
