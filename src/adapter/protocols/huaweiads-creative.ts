/** Reads one creative of Huawei Ads: its texts (decoded), click target, pictures, video and trackers. */
import { asList, numberAt, textAt, textsOf, valueAt, wholeAt } from '../json.ts';
import { queryDecoded } from '../url.ts';

/** `adtype` of videos around other videos, and of rewarded videos. */
const rollAdtype = 60;
const rewardedAdtype = 7;

/** `interactiontype` of creatives that promote an app: only their `intent` leads there. */
const promotesApp = 3;

/** A picture; a side that is not stated is 0. */
export interface Picture {
  readonly url: string;
  readonly w: number;
  readonly h: number;
}

/** A video file. */
export interface VideoFile extends Picture {
  readonly mime: string;
}

/** URLs to call upon an event that the bidder names. */
interface Monitor {
  readonly event: string;
  readonly urls: readonly string[];
}

/** One creative; a text or URL that it lacks is ''. */
export interface Creative {
  readonly id: string;
  readonly price: number;
  readonly cur: string;
  readonly title: string;
  readonly description: string;
  readonly cta: string;
  readonly click: string;
  readonly images: readonly Picture[];
  readonly icons: readonly Picture[];
  readonly video: VideoFile | undefined;
  readonly durationMs: number;
  readonly isRewarded: boolean;
  readonly monitors: readonly Monitor[];
}

/** Reads one entry of `content` in an ad of this `adtype`. */
export function readCreative(content: unknown, adtype: number): Creative {
  const meta = valueAt(content, 'metaData');
  const [clickUrl, intent] = [textAt(meta, 'clickUrl'), queryDecoded(textAt(meta, 'intent'))];
  return {
    id: textAt(content, 'contentid'),
    price: numberAt(content, 'price'),
    cur: textAt(content, 'cur') || 'CNY',
    title: queryDecoded(textAt(meta, 'title')),
    description: queryDecoded(textAt(meta, 'description')),
    cta: queryDecoded(textAt(meta, 'cta')),
    click: numberAt(content, 'interactiontype') === promotesApp ? intent : clickUrl || intent,
    images: pictures(valueAt(meta, 'imageInfo')),
    icons: pictures(valueAt(meta, 'icon')),
    video: videoOf(meta, adtype),
    durationMs: adtype === rollAdtype ? numberAt(meta, 'duration') : numberAt(meta, 'videoInfo', 'videoDuration'),
    isRewarded: adtype === rewardedAdtype,
    monitors: asList(valueAt(content, 'monitor')).map((monitor) => ({
      event: textAt(monitor, 'eventType'),
      urls: textsOf(valueAt(monitor, 'url')),
    })),
  };
}

/** The URLs to call upon an event. */
export function urlsOf({ monitors }: Creative, event: string): readonly string[] {
  return monitors.flatMap((monitor) => (monitor.event === event ? monitor.urls : []));
}

/** Videos around other videos have a `mediaFile`, all others a `videoInfo`. */
function videoOf(meta: unknown, adtype: number): VideoFile | undefined {
  const [file, info] = [valueAt(meta, 'mediaFile'), valueAt(meta, 'videoInfo')];
  const video =
    adtype === rollAdtype
      ? { url: textAt(file, 'url'), ...sizeOf(file), mime: textAt(file, 'mime') || 'video/mp4' }
      : { url: textAt(info, 'videoDownloadUrl'), ...sizeOf(info), mime: 'video/mp4' };
  return video.url === '' ? undefined : video;
}

function pictures(list: unknown): readonly Picture[] {
  return asList(list).flatMap((one) => {
    const url = textAt(one, 'url');
    return url === '' ? [] : [{ url, ...sizeOf(one) }];
  });
}

function sizeOf(value: unknown): { w: number; h: number } {
  return { w: wholeAt(value, 'width'), h: wholeAt(value, 'height') };
}
