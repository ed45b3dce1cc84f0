/** Decides the bids of a reply of Huawei Ads: each creative of an ad becomes a banner, a VAST document or native markup. */
import type { MediaType } from '../../openrtb/media-types.ts';
import type { Bid } from '../../openrtb/response.ts';
import type { Decoded } from '../reply-steps.ts';
import { numberAt, textAt, valueAt } from '../json.ts';
import { badReply, Refusal } from '../refusal.ts';
import { readEach } from '../steps/object-reply.ts';
import { inOneCurrency, type CurrencyBid } from '../steps/currency.ts';
import { readCreative, urlsOf, type Creative, type Picture } from './huaweiads-creative.ts';
import { nativeMarkup } from './huaweiads-native.ts';
import type { Slot } from './huaweiads-slots.ts';
import { escaped, vast } from './huaweiads-vast.ts';

/** Statuses that a reply states for itself and for each ad; they are HTTP's. */
const ok = 200;
const partly = 206;
const nothing = 204;

/** `adtype` of the ads that a banner and a native slot can show; a video slot takes any. */
const adtypes: { readonly [type in MediaType]?: ReadonlySet<number> } = {
  banner: new Set([8, 12]),
  native: new Set([3]),
};

/** The page around a banner, and the script that calls the click trackers. */
const style =
  '<style> html, body  { margin: 0; padding: 0; width: 100%; height: 100%; vertical-align: middle; }  ' +
  'html  { display: table; }  body { display: table-cell; vertical-align: middle; text-align: center; ' +
  '-webkit-text-size-adjust: none; }  </style>';
const clickScript =
  'function sendGetReq() {sendSomeGetReq(dspClickTrackings)}' +
  "function sendOneGetReq(url) {var req = new XMLHttpRequest();req.open('GET', url, true);req.send(null);}" +
  'function sendSomeGetReq(urls) {for (var i = 0; i < urls.length; i++) {sendOneGetReq(urls[i]);}}';

/**
 * The bids for the requested slots. A slot with the id '' takes any ad of its type. An ad that cannot be shown is reported and left out; an
 * ad with another status than 200 is ignored.
 */
export function decodeAds(reply: unknown, slots: readonly Slot[]): Decoded | Refusal {
  const status = numberAt(reply, 'retcode');
  if (status === nothing) return { bids: [] };
  if (status !== ok && status !== partly) return badReply(`the reply has the retcode ${status}`);
  const multiad = valueAt(reply, 'multiad') ?? [];
  if (Array.isArray(multiad) && multiad.length === 0) return badReply(`the reply has the retcode ${status}, but no ad`);
  const left = [...slots];
  const made = readEach(multiad, 'multiad', (ad): (CurrencyBid | Refusal)[] => {
    if (numberAt(ad, 'retcode30') !== ok) return [];
    const [slotid, adtype] = [textAt(ad, 'slotid'), numberAt(ad, 'adtype')];
    // Imps may share a slot: each takes an ad of its own.
    const at = left.findIndex(
      (slot) => (slot.slotid === '' || slot.slotid === slotid) && adtypes[slot.type]?.has(adtype) !== false,
    );
    if (at < 0) return [badReply('the reply has an ad for a slot that was not asked for, or that cannot show it')];
    const bids = readEach(ad['content'], 'multiad.content', (one) => bidOf(readCreative(one, adtype), left[at]!));
    // An ad that cannot be shown leaves the slot to the next ad.
    if (bids.some((one) => !(one instanceof Refusal))) left.splice(at, 1);
    return bids;
  });
  return inOneCurrency(made.flat());
}

function bidOf(creative: Creative, slot: Slot): CurrencyBid | Refusal {
  const { impid, type } = slot;
  const shown = creative.click === '' ? undefined : markupOf(creative, slot);
  if (shown === undefined) {
    const name = JSON.stringify(impid.slice(0, 100));
    return badReply(`an ad for imp ${name} lacks its ${type} or its link`);
  }
  const { adm, w, h } = shown;
  const { price, id: crid, cur } = creative;
  const [nurl] = urlsOf(creative, 'win');
  const bid: Bid = { id: impid, impid, price, crid, adm, adomain: ['huaweiads'], ...(nurl && { nurl }) };
  return { bid: w > 0 && h > 0 ? { ...bid, w, h } : bid, type, cur };
}

/** Markup of the slot's media type and its size: the creative's, else the slot's. Undefined if the creative lacks the media. */
function markupOf(creative: Creative, slot: Slot): { adm: string; w: number; h: number } | undefined {
  if (slot.type === 'native') return nativeMarkup(creative, slot);
  const size = ({ w, h }: Picture) => (w > 0 && h > 0 ? { w, h } : { w: slot.w, h: slot.h });
  const { video, images } = creative;
  const [image] = images;
  if (slot.type === 'video') return video && { adm: vast(creative, { ...video, ...size(video) }), ...size(video) };
  return image && { adm: banner(creative, { ...image, ...size(image) }), ...size(image) };
}

function banner(creative: Creative, { url, w, h }: Picture): string {
  const trackers = urlsOf(creative, 'imp').map((one) => `<img height="1" width="1" src='${quotable(one)}' >  `);
  const clicks = JSON.stringify(urlsOf(creative, 'click')).replaceAll('<', String.raw`\u003c`);
  return (
    `${style} <span class="title-link advertiser_label">${escaped(creative.title)}</span> ` +
    `<a href='${quotable(creative.click)}' style="text-decoration:none" onclick=sendGetReq()> ` +
    `<img src='${quotable(url)}' width='${w}' height='${h}'/> </a> ${trackers.join('')}` +
    `<script type="text/javascript">var dspClickTrackings = ${clicks};${clickScript}</script>`
  );
}

/** Escapes a URL so that it stays within single quotes. */
function quotable(url: string): string {
  return url.replaceAll(/['<>]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
