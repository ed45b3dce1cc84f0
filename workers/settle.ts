/** The second hop: replies in, the answer out (house, 'The journey of one request'). Pure: the same message gives the same bytes. */
import type { AuctionContext } from '../src/auction/context.ts';
import type { CodeBug } from '../src/auction/messages.ts';
import type { SettleMessage, SettleResult } from '../src/auction/settle-messages.ts';
import type { Tally } from '../src/auction/tally.ts';
import { addWarning, type Problem, type Problems } from '../src/errors.ts';
import type { JsonObject } from '../src/openrtb/json-object.ts';
import { asWritten } from '../src/openrtb/written-markup.ts';
import { buildAmpAnswer } from '../src/stages/settle/build-amp-answer.ts';
import { buildResponse, type SeatNonBid } from '../src/stages/settle/build-response.ts';
import { answerBids, nonBidsOf, seatsOf } from './settle/answer-bids.ts';
import type { AuctionPlugins } from './auction-plugins.ts';
import { someBugs } from './code-bug.ts';
import { cacheBids, type PlannedPut } from './settle/cache-bids.ts';
import { addCustomKeys } from './settle/custom-keys.ts';
import { debugOutput } from './settle/debug-output.ts';
import { addVastAndEvents } from './settle/event-bids.ts';
import { openContext, packParts } from './frame.ts';
import { auctionPlugins } from './host-plugins.ts';
import type { HopParts, HopSinks, ProblemSinks } from './parts.ts';
import { readReplies, type Replies } from './settle/read-replies.ts';
import { podBids } from './settle/pod-bids.ts';
import { placeBids, type PlacedBid } from './settle/place-bids.ts';
import { reportTexts, type ReportText } from './report.ts';
import { tallyOf } from './settle/tally.ts';
import { targetBids, targetingSettings } from './settle/target-bids.ts';

/** Reads the replies, prices and ranks the bids, and builds the answer. */
export function settleAuction(message: SettleMessage, parts: HopParts): SettleResult {
  const context = openContext(message);
  const sinks: HopSinks = { errors: problemsOf(context.errors), warnings: problemsOf(context.warnings), bugs: [] };
  const plugins = pluginsOf(context, parts, sinks.bugs);
  const read = readReplies(message, context, { parts, sinks, plugins });
  const terms = { parts, warnings: sinks.warnings };
  const settings = targetingSettings(context, terms);
  const placing = { ...terms, message, settings };
  const replies = podBids(read, context, placing);
  const ranked = addVastAndEvents(placeBids(replies.bids, context, placing), context, terms);
  const uncached = context.cache === null ? [] : answerBids(ranked, context, parts.config.namespace);
  const cached = cacheBids(ranked, context, { message, parts, bids: uncached, errors: sinks.errors });
  let placed = targetBids(cached.placed, settings);
  const nonBids = context.returnAllBidStatus ? toldNonBids(placed, context, { replies, sinks }) : undefined;
  const debug = context.debug ? debugOutput(message, context, { ...terms, millis: replies.millis }) : undefined;
  const facts = { context, parts, sinks, replies, plugins, nonBids, debug };
  if (context.svc['adservertargeting'] !== undefined) {
    const bids = answerBids(placed, context, parts.config.namespace);
    const draft = { response: responseOf(placed, bids, facts), bids };
    placed = addCustomKeys(placed, context, { ...terms, draft, settings });
  }
  const bids = answerBids(placed, context, parts.config.namespace);
  return pack({
    answer: context.env === 'amp' ? ampText(placed, bids, facts) : answerText(placed, bids, facts),
    puts: cached.puts,
    leftOut: cached.leftOut,
    reports: reportTexts(
      context,
      { placed, replies, errors: sinks.errors, isUnheard: message.isUnheard === true },
      parts.config.namespace,
    ),
    tally: tallyOf({ ...facts, message, placed }),
    bugs: sinks.bugs,
    auction: context.id,
  });
}

function pluginsOf({ plugins }: AuctionContext, parts: HopParts, bugs: CodeBug[]): AuctionPlugins | undefined {
  if (plugins === undefined || parts.plugins === undefined) return undefined;
  return auctionPlugins(parts.plugins, { ...plugins, namespace: parts.config.namespace, bugs });
}

interface Packed {
  readonly answer: string;
  readonly puts: readonly PlannedPut[];
  readonly leftOut: number | undefined;
  readonly reports: readonly ReportText[];
  readonly tally: Tally;
  readonly bugs: readonly CodeBug[];
  /** The auction's id. */
  readonly auction: string;
}

/** The answer, the values to cache and the reports, in one buffer. */
function pack({ answer, puts, leftOut, reports, tally, bugs, auction }: Packed): SettleResult {
  const texts = [answer, ...[...puts, ...reports].map(({ text }) => text)];
  const { bytes, ranges } = packParts(texts);
  const records = puts.map(({ text: _, ...put }, at) => ({ ...put, value: ranges[at + 1]! }));
  return {
    bytes,
    answer: ranges[0]!,
    puts: records,
    ...(leftOut !== undefined && { leftOut }),
    reports: reports.map(({ modules }, at) => ({ json: ranges[1 + puts.length + at]!, modules })),
    tally,
    ...someBugs(bugs, auction),
  };
}

/** What the answer is built from besides the bids. */
interface AnswerFacts {
  readonly context: AuctionContext;
  readonly parts: HopParts;
  readonly sinks: ProblemSinks;
  readonly replies: Replies;
  readonly plugins: AuctionPlugins | undefined;
  /** Undefined: not asked for. */
  readonly nonBids: readonly SeatNonBid[] | undefined;
  /** Made once: with custom keys the response is built twice. Undefined: not asked for. */
  readonly debug: JsonObject | undefined;
}

/** The reasons for missing bids, for a request that asks for them; a warning says so if they are too long to be told. */
function toldNonBids(
  placed: readonly PlacedBid[],
  context: AuctionContext,
  { replies, sinks }: Pick<AnswerFacts, 'replies' | 'sinks'>,
): readonly SeatNonBid[] {
  const { seats, warning } = nonBidsOf(placed, context, replies.nonBids.reasons);
  if (warning !== undefined) addWarning(sinks.warnings, `ext.${warning}`);
  return seats;
}

/** The response; `bids` are `placed` in the form of the answer. */
function responseOf(placed: readonly PlacedBid[], bids: readonly JsonObject[], facts: AnswerFacts): JsonObject {
  const { context, parts, sinks, replies, nonBids, debug } = facts;
  return buildResponse({
    namespace: parts.config.namespace,
    id: context.id,
    cur: context.cur,
    seats: seatsOf(placed, bids, context),
    responsetimemillis: replies.millis,
    tmaxrequest: context.tmaxrequest,
    errors: sinks.errors,
    warnings: sinks.warnings,
    fledge: replies.fledge,
    passthrough: context.svc['passthrough'],
    debug,
    seatnonbid: nonBids,
  });
}

/** The answer as text: markup that nobody has changed is written as its bidder wrote it, unless a plugin reads the answer. */
function answerText(placed: readonly PlacedBid[], bids: readonly JsonObject[], facts: AnswerFacts): string {
  const { plugins } = facts;
  if (plugins?.isAskedAt('auctionResponse') === true) return plugins.auctionResponse(responseOf(placed, bids, facts));
  return JSON.stringify(responseOf(placed, bids.map(asWritten), facts));
}

/** The answer to an AMP page, as text. */
function ampText(placed: readonly PlacedBid[], bids: readonly JsonObject[], facts: AnswerFacts): string {
  const order = placed.map((_, at) => at).filter((at) => placed[at]!.cached?.cacheId !== undefined);
  order.sort((a, b) => compareWorth(placed[a]!, placed[b]!));
  const cached = order.map((at) => bids[at]!);
  return JSON.stringify(buildAmpAnswer(responseOf(placed, bids, facts), cached, facts.parts.config.namespace));
}

/** The best bid comes last, so that its keys win where others' keys are cut to the same text. */
function compareWorth(a: PlacedBid, b: PlacedBid): number {
  return Number(a.placing.winner) - Number(b.placing.winner) || a.priced.price - b.priced.price;
}

function problemsOf(entries: readonly (readonly [string, readonly Problem[]])[]): Problems {
  return new Map(entries.map(([name, problems]) => [name, [...problems]]));
}
