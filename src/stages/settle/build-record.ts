/** Decides what analytics learn about an auction (spec 6; decisions, 'One outcome per (imp, bidder)'): one flat JSON object. */
import type { ContextReport } from '../../auction/context.ts';
import type { Problems } from '../../errors.ts';
import type { JsonObject } from '../../openrtb/json-object.ts';

/** One bid of the answer. */
interface RecordedBid {
  readonly bidder: string;
  readonly impid: string;
  readonly type: string;
  readonly price: number;
  readonly origbidcpm: number;
  readonly origbidcur: string;
  /** Whether it is the best bid of its imp, in an answer that somebody waits for. */
  readonly won: boolean;
  /** The id that this host gave the bid, which its events use; undefined where the bidder's own is used. */
  readonly bidid?: string | undefined;
  /** The bidder's own bid, of which id, creative, deal and size are recorded. */
  readonly bid: JsonObject;
}

/** How the auction ended. */
interface AuctionOutcome {
  /** As in metrics, except for a client that leaves after the hop that writes this has begun. */
  readonly status: number;
  readonly cur: string;
  readonly bids: readonly RecordedBid[];
  readonly seatnonbid: readonly object[];
  readonly errors: Problems;
  /** By bidder. */
  readonly responsetimemillis: ReadonlyMap<string, number>;
}

/** The recorded members of a bid; none says anything about the user. */
const recordedMembers = ['id', 'crid', 'cid', 'adomain', 'dealid', 'w', 'h'] as const;

/** The record of one auction. */
export function buildRecord(report: ContextReport, outcome: AuctionOutcome): JsonObject {
  const { kind, timestamp, account, integration, channel, auctiontimestamp, request } = report;
  return {
    kind,
    timestamp,
    status: outcome.status,
    account,
    integration,
    channel,
    auctiontimestamp,
    cur: outcome.cur,
    bids: outcome.bids.map(recorded),
    seatnonbid: outcome.seatnonbid,
    errors: errorsOf(outcome.errors),
    responsetimemillis: Object.fromEntries(outcome.responsetimemillis),
    request,
  };
}

function recorded({ bid, ...facts }: RecordedBid): JsonObject {
  return { ...facts, ...Object.fromEntries(recordedMembers.map((key) => [key, bid[key]])) };
}

/** Codes only: messages are for people. */
function errorsOf(errors: Problems): JsonObject {
  return Object.fromEntries([...errors].map(([name, problems]) => [name, problems.map(({ code }) => code)]));
}
