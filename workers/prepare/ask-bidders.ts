/**
 * Composes what each bidder is asked: its stored replies, its imps, its view of the request, its calls
 * (house, `prepare`: 'then per bidder').
 */
import { secondaryBidders, switchedOff } from '../../src/config/account-bidders.ts';
import { addProblem, errorCode, nonBidCode, warningCode } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { Asked, Asking } from './asking.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import { makeCalls, readyCall, sentTypes } from './bidder-calls.ts';
import { bidderImps, type AskedBidder, type Refuse } from './bidder-imps.ts';
import { BidderViews } from './bidder-views.ts';
import { plugBidder, type BidderOffer } from './plug-bidder.ts';

/** Builds the calls of every bidder, in the order in which the imps name them. */
export function askBidders(asking: Asking): Asked {
  const asked: Asked = { bidders: [], calls: [], contextCalls: [], stored: [], nonbids: [] };
  const { account } = asking;
  const views = new BidderViews(asking);
  const refuse: Refuse = (imp, code) => void asked.nonbids.push({ bidder: asked.bidders.length - 1, imp, code });
  const round = { asked, views, off: switchedOff(account), secondary: secondaryBidders(account), refuse };
  for (const [name, imps] of impsByName(asking)) {
    const bidder = asking.find(name);
    const dealsonly = imps.filter((at) => asking.imps[at]!.dealsonly.has(name));
    const { core = name, configured = '' } = bidder ?? {};
    asked.bidders.push({ name, core, configured, imps, dealsonly });
    standIn(name, asking, asked);
    const live = imps.filter((at) => asking.imps[at]!.asked.has(name));
    if (bidder !== undefined && live.length > 0) askBidder({ name, bidder, imps: live }, asking, round);
  }
  return asked;
}

/** Takes the stored replies of the newest bidder; a bidder whose stored response is missing is not called instead. */
function standIn(name: string, asking: Asking, asked: Asked): void {
  const bidder = asked.bidders.length - 1;
  for (const imp of asked.bidders[bidder]!.imps) {
    const reply = asking.imps[imp]!.stored.get(name);
    if (reply === undefined) continue;
    const { text, isAuction, replaceimpid, seatExt, id } = reply;
    if (text !== undefined) {
      asked.stored.push({ bidder, imp, text, isAuction, replaceimpid, seatExt });
      continue;
    }
    const message = `Stored response with ID=${quoted(id)} not found: the bidder has no bid for imp ${quoted(asking.imps[imp]!.imp.id ?? '')}`;
    addProblem(asking.errors, name, { code: errorCode.badInput, message });
    asked.nonbids.push({ bidder, imp, code: nonBidCode.error });
  }
}

/** An account that switches off a bidder also switches off its aliases; it may also name only an alias. */
function isOff(off: ReadonlySet<string>, configured: string, name: string): boolean {
  if (off.size === 0) return false;
  return off.has(configured.toLowerCase()) || off.has(name.toLowerCase());
}

/** What all bidders of an auction share; names of bidders that are off, or not waited for, are in lower case. */
interface AskingRound {
  readonly asked: Asked;
  readonly views: BidderViews;
  readonly off: ReadonlySet<string>;
  readonly secondary: ReadonlySet<string>;
  /** For the newest bidder. */
  readonly refuse: Refuse;
}

function askBidder(one: AskedBidder, asking: Asking, round: AskingRound): void {
  const { name, bidder } = one;
  const { off, refuse, views } = round;
  if (isOff(off, bidder.configured, name)) {
    const message = 'the bidder is disabled for this account: not called';
    addProblem(asking.warnings, name, { code: warningCode.general, message });
    for (const imp of one.imps) refuse(imp, nonBidCode.blocked);
    return;
  }
  const { sent, imps } = bidderImps(one, asking, round);
  if (sent.length === 0) return;
  const { auction, plugins, privacy } = asking;
  if (!privacy.mayCall(bidder, name)) {
    for (const imp of sent) refuse(imp, nonBidCode.privacy);
    return;
  }
  const { request, own, fragments } = views.of(bidder, name, privacy.mayEnrich(name));
  const shaped = { request: privacy.shape({ bidder, name, imps, auction, request, own, fragments }), sent };
  const offer = plugins === undefined ? shaped : afterPlugins(plugins, shaped, { asking, refuse });
  if (offer.sent.length > 0) addCalls(offer, asking, round);
}

/** What the host's plugins leave of the offer; imps that they remove are refused. */
function afterPlugins(
  plugins: AuctionPlugins,
  offer: BidderOffer,
  { asking, refuse }: Pick<AskingRound, 'refuse'> & { readonly asking: Asking },
): BidderOffer {
  const left = plugBidder(offer, plugins);
  const sent = typeof left === 'string' ? [] : left.sent;
  for (const imp of offer.sent) if (!sent.includes(imp)) refuse(imp, nonBidCode.blocked);
  if (typeof left !== 'string') return left;
  const message = `the bidder is excluded from this auction by the host's plugin ${left}`;
  addProblem(asking.warnings, offer.request.name, { code: warningCode.general, message });
  return { ...offer, sent };
}

/** Adds the calls of one bidder, and refuses the imps that are in none of them. */
function addCalls({ request, sent }: BidderOffer, asking: Asking, { asked, secondary, refuse }: AskingRound): void {
  const { name, bidder, imps } = request;
  const { headers, compression, bodyRoom } = asking;
  const made = bodyRoom.isOver ? [] : makeCalls(request, asking);
  const calls = bodyRoom.fitting(made, (message) =>
    addProblem(asking.errors, name, { code: errorCode.badInput, message }),
  );
  const isSecondary = secondary.has(name.toLowerCase());
  for (const call of calls) {
    asked.calls.push(readyCall(call, name, { bidder, isSecondary, headers, compression }));
    const offered = call.imps.map((at) => sent[at]!);
    const types = sentTypes(call.imps, imps, (at) => asking.imps[sent[at]!]!.imp);
    const contextCall = { bidder: asked.bidders.length - 1, imps: offered, note: call.note };
    asked.contextCalls.push(types === undefined ? contextCall : { ...contextCall, types });
  }
  if (calls.length === 1 && calls[0]!.imps.length === sent.length) return;
  const called = new Set(calls.flatMap((call) => call.imps));
  sent.forEach((imp, at) => {
    if (!called.has(at)) refuse(imp, nonBidCode.error);
  });
}

/** Indexes in `imps` by the name of each bidder or seat that takes part in them, names in the order of their first imp. */
function impsByName({ imps }: Asking): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  imps.forEach(({ names }, at) => {
    for (const name of names) {
      const known = byName.get(name);
      if (known) known.push(at);
      else byName.set(name, [at]);
    }
  });
  return byName;
}
