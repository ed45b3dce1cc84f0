/** Steps that change one bid, and what is told of its video or by an id that many bids share (bidders, 'reply'). */
import type { Bid } from '../../openrtb/response.ts';
import type { BidVideo } from '../adapter-results.ts';
import type { BidStep } from '../reply-steps.ts';
import type { Changes } from '../../openrtb/with-changes.ts';
import { textAt, valueAt, wholeAt } from '../json.ts';
import { byMtype } from '../media-type.ts';
import { bareNative, markupObject } from '../native-markup.ts';
import { badReply } from '../refusal.ts';

/** Fields of a bid that hold text in which a price may be wanted. */
type MacroField = 'adm' | 'nurl' | 'burl' | 'lurl';

/** Puts the bid's price in place of `${AUCTION_PRICE}` in these fields. */
export function priceMacro(...names: readonly MacroField[]): BidStep {
  return (bid) => {
    const made: { [name in MacroField]?: string } = {};
    // Written once: markup may name it very often, and an exponent takes long to be written out.
    let price: string | undefined;
    for (const name of names) {
      const text = bid[name];
      if (!text?.includes('${AUCTION_PRICE}')) continue;
      price ??= plainNumber(bid.price ?? 0);
      made[name] = text.replaceAll('${AUCTION_PRICE}', price);
    }
    return price === undefined ? null : (made as Changes<Bid>);
  };
}

/** Native markup that stands as an object at `adm_native`: its text becomes `adm`, where there is none. */
export function nativeAsText(): BidStep {
  return (bid) => {
    const native = markupObject(valueAt(bid, 'adm_native'));
    if (native === undefined) return null;
    return { adm: bid.adm || JSON.stringify(native), adm_native: undefined } as Changes<Bid>;
  };
}

/** Native markup without the object `native` around it; a native bid with other markup is dropped. */
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

/** The imp of a bid that names none that was sent, but has the id of one. */
export function impOfOwnId(): BidStep {
  return ({ id, impid }, { impOf }) => (!impOf(impid) && impOf(id) ? { impid: id } : null);
}

/** A number as decimal text without an exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** What an ad server is told of a video: its seconds, at this path of the bid, and its first category: `video: videoAt('dur')`. */
export function videoAt(...path: readonly string[]): (bid: Bid) => BidVideo {
  return (bid) => ({ duration: wholeAt(bid, ...path), primary_category: bid.cat?.[0] ?? '' });
}

/** What is told of the network behind a bid that names it at this path: `meta: networkNameAt('ext', 'network')`. */
export function networkNameAt(...path: readonly string[]): (bid: Bid) => { networkName: string } | undefined {
  return (bid) => {
    const networkName = textAt(bid, ...path);
    return networkName === '' ? undefined : { networkName };
  };
}

/** An id that all bids of a reply or seat have in common; '' for one so long that the answer could not hold it with each. */
export function commonId(id: string): string {
  return id.length > 128 ? '' : id;
}
