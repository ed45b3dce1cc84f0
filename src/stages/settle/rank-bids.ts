/** Decides who wins each imp, how many bids of a bidder stay, and under which code each is targeted (decisions 'Winner', 'Multibid'). */
import { onceWhileKept } from '../../openrtb/once.ts';

/** What ranking reads of a bid: `imp` is the imp's index in the request, `price` is in the ad server's currency. */
export interface RankedBid {
  readonly imp: number;
  readonly bidder: string;
  readonly price: number;
  readonly dealid?: string | undefined;
}

/** How to rank. */
export interface RankRules {
  readonly preferdeals: boolean;
  /** Bids kept per bidder and imp where multibid has no entry; 0: all. */
  readonly defaultBidLimit: number;
  /** By lower-case bidder name; prefix '' for none. */
  readonly multibid: ReadonlyMap<string, { readonly maxbids: number; readonly targetbiddercodeprefix: string }>;
  /** The names of each imp's bidders, in the imp's order, which breaks ties; names that it lacks come last. */
  readonly bidders: readonly (readonly string[])[];
  /** Whether placings state the rank on the imp. */
  readonly tellsRank?: boolean;
}

/** What became of one bid. */
export interface Placing {
  /** Place among the bidder's own bids on the imp, best first, from 0; -1: over the limit, to be dropped. */
  readonly place: number;
  /** The best bid on its imp. */
  readonly winner: boolean;
  /** The code that targeting uses: the bidder, or prefix and number for its further bids; '' for no targeting. */
  readonly code: string;
  /** `code` where the bidder keeps several bids on the imp, else ''. */
  readonly targetbiddercode: string;
  /** Its rank among all bids that stay on the imp, from 1 for the best; absent for a dropped bid, and where ranks are not stated. */
  readonly rank?: number;
}

/** Up to this many names are searched in order. Stored auction responses may bring thousands. */
const few = 16;

/** The index of each name, for as long as its list is kept. */
const placesOf = onceWhileKept((names: readonly string[]) => new Map(names.map((name, place) => [name, place])));

/** The placing of a bid over its bidder's limit. */
const dropped: Placing = { place: -1, winner: false, code: '', targetbiddercode: '' };

/** One placing per bid, in the order of `bids`; equal bids of one bidder rank in that order too. */
export function rankBids(bids: readonly RankedBid[], rules: RankRules): Placing[] {
  const order = bids.map((_, index) => index).sort((a, b) => compare(bids[a]!, bids[b]!, rules));
  const placings: Placing[] = bids.map(() => dropped);
  for (let start = 0, end = 0; start < order.length; start = end) {
    const { imp } = bids[order[start]!]!;
    const byBidder = new Map<string, number[]>();
    for (; end < order.length && bids[order[end]!]!.imp === imp; end++) {
      const index = order[end]!;
      const ofBidder = byBidder.get(bids[index]!.bidder);
      if (ofBidder === undefined) byBidder.set(bids[index]!.bidder, [index]);
      else ofBidder.push(index);
    }
    for (const [bidder, ofBidder] of byBidder) {
      const entry = rules.multibid.size === 0 ? undefined : rules.multibid.get(bidder.toLowerCase());
      const kept = Math.min(ofBidder.length, entry?.maxbids ?? (rules.defaultBidLimit || ofBidder.length));
      for (let place = 0; place < kept; place++) {
        const index = ofBidder[place]!;
        const code = targetingCode(bidder, place, entry?.targetbiddercodeprefix ?? '');
        placings[index] = { place, winner: index === order[start], code, targetbiddercode: kept > 1 ? code : '' };
      }
    }
    if (rules.tellsRank === true) tellRanks(placings, order.slice(start, end));
  }
  return placings;
}

/** `order`: the indexes of an imp's bids, best first. */
function tellRanks(placings: Placing[], order: readonly number[]): void {
  let rank = 0;
  for (const index of order) {
    const placing = placings[index]!;
    if (placing.place >= 0) placings[index] = { ...placing, rank: ++rank };
  }
}

function compare(a: RankedBid, b: RankedBid, rules: RankRules): number {
  if (a.imp !== b.imp) return a.imp - b.imp;
  const deals = rules.preferdeals ? Number(Boolean(b.dealid)) - Number(Boolean(a.dealid)) : 0;
  if (deals !== 0) return deals;
  if (a.price !== b.price) return b.price - a.price;
  // A flood of equal bids of one bidder must not cost look-ups.
  return a.bidder === b.bidder ? 0 : standing(a, rules) - standing(b, rules);
}

function standing(bid: RankedBid, rules: RankRules): number {
  const names = rules.bidders[bid.imp] ?? [];
  const index = names.length <= few ? names.indexOf(bid.bidder) : (placesOf(names).get(bid.bidder) ?? -1);
  return index < 0 ? names.length : index;
}

function targetingCode(bidder: string, place: number, prefix: string): string {
  if (place === 0) return bidder;
  return prefix === '' ? '' : `${prefix}${place + 1}`;
}
