/** Steps that change one bid, and functions that read its video, its network or an id that many bids share (bidders, 'reply'). */
import type { Bid } from '../../openrtb/response.ts';
import type { BidVideo } from '../adapter-results.ts';
import type { BidStep } from '../reply-steps.ts';
import type { Changes } from '../../openrtb/with-changes.ts';
import { textAt, valueAt, wholeAt } from '../json.ts';
import { byMtype } from '../media-type.ts';
import { bareNative, markupObject } from '../native-markup.ts';
import { badReply } from '../refusal.ts';

/** Fields of a bid whose text may hold a price macro. */
type MacroField = 'adm' | 'nurl' | 'burl' | 'lurl';

/** Replaces `${AUCTION_PRICE}` in these fields with the bid's price. */
export function priceMacro(...names: readonly MacroField[]): BidStep {
  return (bid) => {
    const made: { [name in MacroField]?: string } = {};
    // Formatted once: markup may hold the macro very often, and writing out an exponent is slow.
    let price: string | undefined;
    for (const name of names) {
      const text = bid[name];
      if (!text?.includes('${AUCTION_PRICE}')) continue;
      price ??= plainNumber(bid.price ?? 0);
      made[name] = text.replaceAll('${AUCTION_PRICE}', price);
    }
    return price === undefined ? null : made;
  };
}

/** Moves native markup from an object at `adm_native` to `adm`, as text; an existing `adm` wins. */
export function nativeAsText(): BidStep {
  return (bid) => {
    const native = markupObject(valueAt(bid, 'adm_native'));
    if (native === undefined) return null;
    return { adm: bid.adm || JSON.stringify(native), adm_native: undefined } as Changes<Bid>;
  };
}

/** Unwraps native markup from an object `native`; a native bid with other markup is dropped. */
export function unwrapNative(): BidStep {
  return ({ adm = '' }, { type }) => {
    if (type !== 'native') return null;
    const bare = bareNative(adm);
    return bare === undefined ? badReply('a native bid has no native markup') : { adm: bare };
  };
}

/** Sets `mtype` to the number of the media type found. */
export function setMtype(): BidStep {
  return (_, { type }) => ({ mtype: byMtype.indexOf(type) + 1 });
}

/** Sets `impid` to the bid's own `id` if that is the id of a sent imp and `impid` is not. */
export function impOfOwnId(): BidStep {
  return ({ id, impid }, { impOf }) => (!impOf(impid) && impOf(id) ? { impid: id } : null);
}

/** A number as decimal text without an exponent. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** Video facts for an ad server: the seconds at this path of the bid, and its first category. Usage: `video: videoAt('dur')`. */
export function videoAt(...path: readonly string[]): (bid: Bid) => BidVideo {
  return (bid) => ({ duration: wholeAt(bid, ...path), primary_category: bid.cat?.[0] ?? '' });
}

/** The network behind a bid, named at this path; undefined for none. Usage: `meta: networkNameAt('ext', 'network')`. */
export function networkNameAt(...path: readonly string[]): (bid: Bid) => { networkName: string } | undefined {
  return (bid) => {
    const networkName = textAt(bid, ...path);
    return networkName === '' ? undefined : { networkName };
  };
}

/** An id that all bids of a reply or seat share; '' if it is so long that the response could not repeat it for each. */
export function commonId(id: string): string {
  return id.length > 128 ? '' : id;
}
