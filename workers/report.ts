/** Composes what analytics learn about an auction: its request in the first hop, its outcome in the second (spec 6). */
import type { AuctionContext, ContextReport } from '../src/auction/context.ts';
import type { PrepareMessage } from '../src/auction/messages.ts';
import type { Config } from '../src/config/schema.ts';
import { clientGoneStatus, type Problems } from '../src/errors.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import type { RequestSvc } from '../src/openrtb/svc.ts';
import { reportParties } from '../src/privacy/report-permission.ts';
import { redactRequest } from '../src/stages/prepare/redact-request.ts';
import { buildRecord } from '../src/stages/settle/build-record.ts';
import { shareWords } from '../src/stages/settle/share-words.ts';
import { nonBidsOf } from './settle/answer-bids.ts';
import type { PlacedBid } from './settle/place-bids.ts';
import type { AuctionPrivacy } from './prepare/privacy.ts';
import type { Replies } from './settle/read-replies.ts';

/** What the first hop knows. */
interface Reported {
  readonly request: BidRequest;
  readonly svc: RequestSvc;
  readonly privacy: AuctionPrivacy;
  readonly config: Config;
}

/** The request's half of the report; null when no module is switched on, or none may receive it. */
export function reportOf({ request, svc, privacy, config }: Reported, message: PrepareMessage): ContextReport | null {
  const { analytics } = config;
  if (analytics.file.path === '' && analytics.http.url === '') return null;
  const permitted = reportParties(analytics).filter((party) => privacy.mayReport(party));
  if (permitted.length === 0) return null;
  const isWhole = analytics.personalData && privacy.isUnrestricted;
  return {
    kind: message.entryPoint === 'amp' ? 'amp' : 'auction',
    modules: permitted.map(({ name }) => name),
    timestamp: message.nowMs,
    account: message.admitted.account,
    integration: svc.integration,
    channel: svc.channel,
    auctiontimestamp: svc.auctiontimestamp,
    request: isWhole ? request : redactRequest(request, config.namespace),
  };
}

/** What the second hop knows; `placed` are the bids of the answer, for which no client waits if it `isUnheard`. */
interface ReportedOutcome {
  readonly isUnheard: boolean;
  readonly placed: readonly PlacedBid[];
  readonly replies: Replies;
  readonly errors: Problems;
}

/** One text for the modules that it names. */
export interface ReportText {
  readonly modules: readonly string[];
  /** JSON. */
  readonly text: string;
}

/** The whole report: usually one text for all modules that may receive it; none when none may. */
export function reportTexts(context: AuctionContext, outcome: ReportedOutcome, namespace: string): ReportText[] {
  const { report } = context;
  if (report === null) return [];
  const { placed, replies, errors, isUnheard } = outcome;
  const bids = placed.map(({ priced, placing, bidid }) => {
    const { bidder, imp, type, price, origbidcpm, origbidcur, bid } = priced;
    const { name } = context.bidders[bidder]!;
    return {
      bidder: name,
      impid: context.imps[imp]!.id,
      type,
      price,
      origbidcpm,
      origbidcur,
      won: placing.winner && !isUnheard,
      bidid,
      bid,
    };
  });
  const end = {
    status: isUnheard ? clientGoneStatus : 200,
    cur: context.cur,
    bids,
    seatnonbid: nonBidsOf(placed, context, replies.nonBids.reasons).seats,
    errors,
    responsetimemillis: replies.millis,
  };
  return shareWords(report.request, namespace, report.modules).map(({ modules, request }) => ({
    modules,
    text: JSON.stringify(buildRecord({ ...report, request }, end)),
  }));
}
