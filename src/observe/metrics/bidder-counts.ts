/** Counts what bidders did: their calls and how long these took, the outcome of each imp, their bids and prices (issue 7, item 5). */
import { callEnds, dropReasons, impEnds, tallied, untimedEnds, warnReasons, type Tally } from '../../auction/tally.ts';
import { mediaTypes } from '../../openrtb/media-types.ts';
import { counted, counter, type Family, type Labels } from './family.ts';
import { Histogram, histograms, millisecondBuckets, plainBuckets } from './histogram.ts';
import { type KnownCodes, otherName } from './known-codes.ts';

const callBuckets = millisecondBuckets(1, 2, 5, 10, 20, 50, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000);
const priceBuckets = plainBuckets(0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 50);

/** Highest CPM counted, in US dollars: a higher price would distort the sum, or make it infinite for good. */
const mostPrice = 1_000_000;

/**
 * The counts of one bidder; `calls`, `imps`, `bids`, `drops` and `warns` are by place in `callEnds`, `impEnds`, `mediaTypes`, `dropReasons`
 * and `warnReasons`.
 */
class BidderCount {
  readonly calls = new Float64Array(callEnds.length);
  readonly imps = new Float64Array(impEnds.length);
  readonly bids = new Float64Array(mediaTypes.length);
  readonly drops = new Float64Array(dropReasons.length);
  readonly warns = new Float64Array(warnReasons.length);
  readonly millis = new Histogram(callBuckets);
  readonly prices = new Histogram(priceBuckets);
}

/** How counts by place are labelled: the label's name, its values by place, and the places that are shown even when zero. */
interface Places {
  readonly name: string;
  readonly values: readonly string[];
  readonly shown?: ReadonlySet<number>;
}

/** Shown for each bidder even when zero: an alert refers to it. */
const busyPlace: ReadonlySet<number> = new Set([callEnds.indexOf('busy')]);

/** The counts of all bidders. */
export class BidderCounts {
  readonly #codes: KnownCodes;
  /** By place in the configuration; each is made at the bidder's first auction. */
  readonly #counts: (BidderCount | undefined)[];
  readonly #other = new BidderCount();

  constructor(codes: KnownCodes) {
    this.#codes = codes;
    this.#counts = Array.from({ length: codes.all.length });
  }

  /** Adds the tally of one auction. */
  note(tally: Tally): void {
    for (let at = 0; at + 2 < tally.length; at += 3) {
      const count = this.#at(tally[at]!);
      const what = tally[at + 1]!;
      const value = tally[at + 2]!;
      if (what >= tallied.warn) count.warns[what - tallied.warn]! += value;
      else if (what >= tallied.drop) count.drops[what - tallied.drop]! += value;
      else if (what >= tallied.imp) count.imps[what - tallied.imp]! += value;
      else if (what >= tallied.bid) {
        count.bids[what - tallied.bid]!++;
        if (value >= 0 && value <= mostPrice) count.prices.note(value);
      } else {
        count.calls[what]!++;
        // Untimed ends are excluded: a slow bidder's calls are mostly held back, and would look like its fastest.
        if (!untimedEnds.has(what)) count.millis.note(value);
      }
    }
  }

  /** The metrics for Prometheus. */
  families(): Family[] {
    const each = (of: (count: BidderCount) => Histogram) => () =>
      this.#shown().map(([bidder, count]): [Labels, Histogram] => [{ bidder }, of(count)]);
    return [
      counter(
        'gavel_bidder_calls_total',
        'Calls to bidders, by outcome.',
        this.#by({ name: 'outcome', values: callEnds, shown: busyPlace }, ({ calls }) => calls),
      ),
      histograms(
        'gavel_bidder_call_seconds',
        'Duration of calls to bidders that were sent and waited for.',
        each(({ millis }) => millis),
      ),
      counter(
        'gavel_bidder_imps_total',
        'Imps offered to bidders, by outcome.',
        this.#by({ name: 'outcome', values: impEnds }, ({ imps }) => imps),
      ),
      ...this.#bidFamilies(),
      histograms(
        'gavel_bidder_bid_price_usd',
        'CPM of valid bids in US dollars, after adjustment; without bids that no rate converts, or over 1,000,000.',
        each(({ prices }) => prices),
      ),
    ];
  }

  #bidFamilies(): Family[] {
    return [
      counter(
        'gavel_bidder_bids_total',
        'Valid bids, by media type.',
        this.#by({ name: 'type', values: mediaTypes }, ({ bids }) => bids),
      ),
      counter(
        'gavel_bidder_bids_dropped_total',
        'Dropped bids, by reason.',
        this.#by({ name: 'reason', values: dropReasons }, ({ drops }) => drops),
      ),
      counter(
        'gavel_bidder_bids_warned_total',
        'Bids kept although a check of their creative failed, by reason.',
        this.#by({ name: 'reason', values: warnReasons }, ({ warns }) => warns),
      ),
    ];
  }

  /** The samples of every bidder's counts, labelled by their places in `values`. */
  #by({ name, values, shown }: Places, of: (count: BidderCount) => Float64Array): Family['samples'] {
    return () =>
      this.#shown().flatMap(([bidder, count]) => counted(of(count), (at) => ({ bidder, [name]: values[at]! }), shown));
  }

  #at(place: number): BidderCount {
    if (place < 0 || place >= this.#counts.length) return this.#other;
    return (this.#counts[place] ??= new BidderCount());
  }

  #shown(): [code: string, count: BidderCount][] {
    const shown = this.#counts.flatMap((count, at): [string, BidderCount][] =>
      count === undefined ? [] : [[this.#codes.all[at]!, count]],
    );
    return [...shown, [otherName, this.#other]];
  }
}
