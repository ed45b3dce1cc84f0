/** Builds the VAST document of a video creative of Huawei Ads; a rewarded video also gets a companion picture. */
import { cdata } from '../../openrtb/vast.ts';
import { urlsOf, type Creative, type Picture, type VideoFile } from './huaweiads-creative.ts';

/** VAST events by the bidder's events. */
const trackingEvents = new Map([
  ['userclose', ['skip', 'closeLinear']],
  ['playStart', ['start']],
  ['playEnd', ['complete']],
  ['playResume', ['resume']],
  ['playPause', ['pause']],
  ['soundClickOff', ['mute']],
  ['soundClickOn', ['unmute']],
]);

/** The document for a creative and its video. */
export function vast(creative: Creative, video: VideoFile): string {
  const { id, title, icons, images, isRewarded } = creative;
  const errors = urlsOf(creative, 'vastError').map((url) => `${url}&et=[ERRORCODE]`);
  const begin = `<Creative adId="${escaped(id)}" id="${escaped(id)}">`;
  const picture = isRewarded ? (icons[0] ?? images[0]) : undefined;
  const companion = picture ? `${begin}${companionAds(creative, picture, video)}</Creative>` : '';
  return (
    '<?xml version="1.0" encoding="UTF-8"?><VAST version="3.0">' +
    `<Ad id="${escaped(id)}"><InLine><AdSystem>HuaweiAds</AdSystem><AdTitle>${escaped(title)}</AdTitle>` +
    elements('Error', errors) +
    elements('Impression', urlsOf(creative, 'imp')) +
    `<Creatives>${begin}${linear(creative, video)}</Creative>${companion}</Creatives></InLine></Ad></VAST>`
  );
}

function linear(creative: Creative, { url, w, h, mime }: VideoFile): string {
  const tracking = creative.monitors.flatMap(({ event, urls }) =>
    (trackingEvents.get(event) ?? []).flatMap((name) =>
      urls.map((url) => `<Tracking event="${name}">${cdata(url)}</Tracking>`),
    ),
  );
  const clicks = elements('ClickThrough', [creative.click]) + elements('ClickTracking', urlsOf(creative, 'click'));
  return (
    `<Linear><Duration>${durationText(creative.durationMs)}</Duration>` +
    `<TrackingEvents>${tracking.join('')}</TrackingEvents><VideoClicks>${clicks}</VideoClicks>` +
    `<MediaFiles><MediaFile delivery="progressive" type="${escaped(mime)}" width="${w}" height="${h}" ` +
    `scalable="true" maintainAspectRatio="true"> ${cdata(url)}</MediaFile></MediaFiles></Linear>`
  );
}

/** A picture without a size has the video's. */
function companionAds({ click }: Creative, picture: Picture, video: Picture): string {
  const { w, h } = picture.w > 0 && picture.h > 0 ? picture : video;
  return (
    `<CompanionAds><Companion width="${w}" height="${h}">` +
    `<StaticResource creativeType="image/png">${cdata(picture.url)}</StaticResource>` +
    `${elements('CompanionClickThrough', [click])}</Companion></CompanionAds>`
  );
}

function elements(name: string, urls: readonly string[]): string {
  return urls.map((url) => `<${name}>${cdata(url)}</${name}>`).join('');
}

/** Escapes text for XML and HTML, within quotes or not. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** HH:MM:SS.mmm */
function durationText(ms: number): string {
  const whole = Math.max(0, Math.trunc(ms));
  const clock = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60].map((part) => digits(part, 2));
  return `${clock.join(':')}.${digits(whole % 1000, 3)}`;
}

function digits(number: number, least: number): string {
  return String(Math.trunc(number)).padStart(least, '0');
}
