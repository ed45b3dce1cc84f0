/**
 * Composes what ad servers learn about bids in pods, and which of the bids that they could not tell apart stay (implementations A
 * `applyCategoryMapping`, B `BasicCategoryMappingService`). Both treat bids of every media type like this and drop each banner without a
 * category; here only bids of video and audio, which pods consist of.
 */
import { pairOf, type AuctionContext } from '../../src/auction/context.ts';
import type { ContextDealTier } from '../../src/auction/context-terms.ts';
import type { SettleMessage } from '../../src/auction/settle-messages.ts';
import { longestCategory } from '../../src/config/categories.ts';
import { addProblem, warningCode } from '../../src/errors.ts';
import { priceBucket } from '../../src/money/price-bucket.ts';
import type { TargetingSettings } from '../../src/money/targeting.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { mintIds, numberOf } from '../../src/openrtb/mint-ids.ts';
import { nodeAt } from '../../src/openrtb/node-at.ts';
import { mappingName, translates, type PodTargeting } from '../../src/openrtb/svc-pods.ts';
import { buildCategoryKey, dealFront, type BidPod } from '../../src/stages/settle/build-category-key.ts';
import { readCategory } from '../../src/stages/settle/read-category.ts';
import { readDuration, roundDuration } from '../../src/stages/settle/round-duration.ts';
import { separateBids } from '../../src/stages/settle/separate-bids.ts';
import type { PlacingTerms } from './place-bids.ts';
import type { Replies } from './read-replies.ts';
import type { PricedBid } from './take-bids.ts';

/** What naming works with. */
interface PodTerms extends PlacingTerms {
  readonly message: SettleMessage;
}

/**
 * The replies with their bids' names in pods, and without bids that no pod has room for. Does nothing in an auction that asks for neither.
 */
export function podBids(replies: Replies, context: AuctionContext, terms: PodTerms): Replies {
  const targeting = context.svc['targeting'] as PodTargeting | undefined;
  const asksKeys = terms.settings !== undefined && targeting?.includebrandcategory !== undefined;
  if (!asksKeys && context.dealTiers === undefined) return replies;
  const pods = new Pods(replies, context, terms);
  return { ...replies, bids: asksKeys ? pods.keyed(targeting, terms.settings) : pods.tiered() };
}

/** A bid with its name, and the group of bids that an ad server could not tell from it; '' for a bid in no pod. */
interface NamedBid {
  readonly bid: PricedBid;
  readonly group: string;
}

class Pods {
  readonly #replies: Replies;
  readonly #context: AuctionContext;
  readonly #terms: PodTerms;
  readonly #namespace: string;
  readonly #tiers: ReadonlyMap<number, ContextDealTier>;

  constructor(replies: Replies, context: AuctionContext, terms: PodTerms) {
    this.#replies = replies;
    this.#context = context;
    this.#terms = terms;
    this.#namespace = terms.parts.config.namespace;
    this.#tiers = new Map((context.dealTiers ?? []).map((tier) => [pairOf(context, tier.bidder, tier.imp), tier]));
  }

  /** The bids, marked where the deal satisfies its tier. */
  tiered(): PricedBid[] {
    return this.#replies.bids.map((bid) => {
      return this.#frontOf(bid) === undefined ? bid : { ...bid, pod: { dealtiersatisfied: true } };
    });
  }

  /** The bids with their names: one of each group, and all that are in no pod. */
  keyed(targeting: PodTargeting, settings: TargetingSettings): PricedBid[] {
    const named = this.#replies.bids.flatMap((bid) => this.#named(bid, targeting, settings) ?? []);
    const rivals = named.filter(({ group }) => group !== '');
    const mintId = mintIds(this.#context.seed);
    const stay = separateBids(
      rivals.map(({ group, bid }) => ({ group, price: bid.price, hasDeal: Boolean(bid.bid['dealid']) })),
      { preferdeals: settings.preferdeals, chance: () => numberOf(mintId()) },
    );
    const gone = new Set(rivals.filter((_, at) => !stay.has(at)));
    for (const { bid } of gone) this.#drop(bid, 'would be in a pod with a better bid that has the same targeting keys');
    return named.filter((one) => !gone.has(one)).map(({ bid }) => bid);
  }

  /** Undefined for a bid that is dropped. */
  #named(bid: PricedBid, targeting: PodTargeting, settings: TargetingSettings): NamedBid | undefined {
    const tier = this.#frontOf(bid);
    const satisfied = tier === undefined ? undefined : ({ dealtiersatisfied: true } as const);
    if (bid.type !== 'video' && bid.type !== 'audio') {
      return { bid: satisfied === undefined ? bid : { ...bid, pod: satisfied }, group: '' };
    }
    const category = this.#categoryOf(bid, targeting);
    const { durationrangesec = [], appendbiddernames = false } = targeting;
    if (category !== undefined && 'fault' in category) return this.#drop(bid, category.fault);
    const stated = statedIn(bid.bid, [this.#namespace, 'video', 'duration']);
    const length = readDuration([bid.video?.duration, stated, bid.bid['dur']]);
    const seconds = roundDuration(length, durationrangesec);
    if (seconds === undefined) return this.#drop(bid, `takes ${length} s, more than durationrangesec allows`);
    const front = tier ?? priceBucket(bid.price, settings.granularity[bid.type], settings.rounding);
    const parts = { front, category: category?.category, seconds };
    const bidder = appendbiddernames ? this.#context.bidders[bid.bidder]!.name : '';
    const pod: BidPod = { catDur: buildCategoryKey({ ...parts, bidder }), ...satisfied };
    const group = category?.category ?? buildCategoryKey({ ...parts, bidder: '' });
    return { bid: { ...bid, pod }, group };
  }

  /** Undefined where names contain no category. */
  #categoryOf({ bid, video }: PricedBid, { includebrandcategory }: PodTargeting) {
    if (includebrandcategory?.withcategory !== true) return undefined;
    const stated = video?.primary_category || statedIn(bid, [this.#namespace, 'video', 'primary_category']);
    const name = translates(includebrandcategory) ? mappingName(includebrandcategory) : '';
    const { message, parts } = this.#terms;
    const mappings = name === '' ? undefined : parts.categories(message.categories ?? null);
    const translation = name === '' ? undefined : { name, mapping: mappings?.get(name) };
    return readCategory({ stated, cat: bid['cat'] }, translation, longestCategory);
  }

  /** What replaces the price of a deal whose tier is satisfied. */
  #frontOf({ bid, bidder, imp, dealpriority }: PricedBid): string | undefined {
    if (this.#tiers.size === 0) return undefined;
    const stated = dealpriority ?? statedIn(bid, [this.#namespace, 'dealpriority']);
    const priority = Number.isSafeInteger(stated) ? (stated as number) : undefined;
    return dealFront(priority, this.#tiers.get(pairOf(this.#context, bidder, imp)));
  }

  #drop({ bid, bidder, imp }: PricedBid, fault: string): undefined {
    const message = `bid ${quoted(bid['id'] as string)} ${fault}: rejected`;
    addProblem(this.#terms.warnings, this.#context.bidders[bidder]!.name, { code: warningCode.general, message });
    this.#replies.nonBids.dropLate(bidder, imp, 'category');
  }
}

/** What a bidder itself states at the place where the answer will state it for the service, or at Prebid's place. */
function statedIn(bid: JsonObject, [namespace, ...path]: readonly [string, ...string[]]): unknown {
  return nodeAt(bid, ['ext', namespace, ...path]) ?? nodeAt(bid, ['ext', 'prebid', ...path]);
}
