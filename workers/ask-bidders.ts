/** Composes what each bidder is asked: its imps, its view of the request, its calls (house, `prepare`: 'then per bidder'). */
import type { Bidder, BidderImp, Platform } from '../src/adapter/contract.ts';
import { addProblem, errorCode, nonBidCode, warningCode } from '../src/errors.ts';
import { quoted } from '../src/openrtb/findings.ts';
import type { Imp } from '../src/openrtb/imp.ts';
import { mergePatch, without, type JsonObject } from '../src/openrtb/merge-patch.ts';
import { withOlderPlaces } from '../src/openrtb/places.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { hasLineItem } from '../src/stages/prepare/match-line-item.ts';
import { pruneImps } from '../src/stages/prepare/prune-imps.ts';
import { readDealFlags } from '../src/stages/prepare/read-deal-flags.ts';
import type { Asked, Asking } from './asking.ts';
import { makeCalls, nothingOwn, readyCall, sentTypes } from './bidder-calls.ts';
import { BidderViews } from './bidder-views.ts';

/** Shapes the calls of every bidder, in the order in which the imps name them. */
export function askBidders(asking: Asking): Asked {
  const asked: Asked = { bidders: [], calls: [], contextCalls: [], stored: [], nonbids: [] };
  const views = new BidderViews(asking);
  for (const [name, imps] of impsByName(asking)) {
    const bidder = asking.find(name);
    const dealsonly = imps.filter((at) => asking.imps[at]!.dealsonly.has(name));
    const { core = name, configured = '' } = bidder ?? {};
    asked.bidders.push({ name, core, configured, imps, dealsonly });
    standIn(name, asking, asked);
    const live = imps.filter((at) => asking.imps[at]!.asked.has(name));
    if (bidder !== undefined && live.length > 0) askBidder({ name, bidder, imps: live }, asking, { asked, views });
  }
  return asked;
}

/** Takes what is stored for the newest bidder; a bidder whose response is missing is not called instead. */
function standIn(name: string, asking: Asking, asked: Asked): void {
  const bidder = asked.bidders.length - 1;
  for (const imp of asked.bidders[bidder]!.imps) {
    const reply = asking.imps[imp]!.stored.find((one) => one.name === name);
    if (reply === undefined) continue;
    const { text, isAuction, replaceimpid, id } = reply;
    if (text !== undefined) {
      asked.stored.push({ bidder, imp, text, isAuction, replaceimpid });
      continue;
    }
    const message = `Stored response with ID=${quoted(id)} not found: the bidder brings no bid for imp ${quoted(asking.imps[imp]!.imp.id ?? '')}`;
    addProblem(asking.errors, name, { code: errorCode.badInput, message });
    asked.nonbids.push({ bidder, imp, code: nonBidCode.error });
  }
}

interface One {
  readonly name: string;
  readonly bidder: Bidder;
  /** Places in the auction's imps. */
  readonly imps: readonly number[];
}

function askBidder(one: One, asking: Asking, { asked, views }: { asked: Asked; views: BidderViews }): void {
  const { name, bidder } = one;
  const place = asked.bidders.length - 1;
  const refuse = (imp: number, code: number): void => void asked.nonbids.push({ bidder: place, imp, code });
  if (asking.switchedOff.has(bidder.configured.toLowerCase())) {
    const message = 'the bidder is switched off for this account: it is not called';
    addProblem(asking.warnings, name, { code: warningCode.general, message });
    for (const imp of one.imps) refuse(imp, nonBidCode.blocked);
    return;
  }
  const { sent, imps } = offer(one, asking, { views, refuse });
  if (sent.length === 0) return;
  const { auction, headers, compression, privacy } = asking;
  if (!privacy.mayCall(bidder, name)) {
    for (const imp of sent) refuse(imp, nonBidCode.privacy);
    return;
  }
  const { request, own, fragments } = views.of(bidder, name, privacy.mayEnrich(name));
  const made = makeCalls(privacy.shape({ bidder, name, imps, auction, request, own, fragments }), asking);
  const calls = asking.bodyRoom.fitting(made, (message) =>
    addProblem(asking.errors, name, { code: errorCode.badInput, message }),
  );
  for (const call of calls) {
    asked.calls.push(readyCall(call, name, { bidder, headers, compression }));
    const places = call.imps.map((at) => sent[at]!);
    const types = sentTypes(call.imps, imps, (at) => asking.imps[sent[at]!]!.imp);
    asked.contextCalls.push({ bidder: place, imps: places, note: call.note, ...(types && { types }) });
  }
  if (calls.length === 1 && calls[0]!.imps.length === sent.length) return;
  const called = new Set(calls.flatMap((call) => call.imps));
  sent.forEach((imp, at) => {
    if (!called.has(at)) refuse(imp, nonBidCode.error);
  });
}

/** The imps that the bidder is offered, and their places in the auction's; those it is not are refused. */
function offer(
  one: One,
  asking: Asking,
  { views, refuse }: { readonly views: BidderViews; readonly refuse: Gate['refuse'] },
): { readonly sent: readonly number[]; readonly imps: readonly BidderImp[] } {
  const { name, bidder } = one;
  const offered = one.imps.filter((at) => isOffered(one, at, { asking, refuse }));
  const imps = offered.map((at): BidderImp => {
    const { imp, asked, own } = asking.imps[at]!;
    return { imp: views.imp(own.get(name) ?? imp, bidder), own: nothingOwn, params: asked.get(name) as JsonObject };
  });
  const pruned = pruneImps(imps, bidder, platformOf(asking.request));
  for (const { at, code } of pruned.refused) refuse(offered[at]!, code);
  for (const text of pruned.messages) addProblem(asking.errors, name, { code: errorCode.badInput, message: text });
  if (pruned.refused.length === 0) return { sent: offered, imps: pruned.imps };
  const gone = new Set(pruned.refused.map(({ at }) => at));
  return { sent: offered.filter((_, at) => !gone.has(at)), imps: pruned.imps };
}

interface Gate {
  readonly asking: Asking;
  readonly refuse: (imp: number, code: number) => void;
}

/** Whether the bidder's params let the imp be offered to it; if not, why is told. */
function isOffered({ name, bidder }: One, at: number, { asking, refuse }: Gate): boolean {
  const { imp, asked, patches } = asking.imps[at]!;
  const params = asked.get(name);
  const { pgdealsonly, fault: flagFault } = readDealFlags(params);
  const fault = flagFault ?? bidder.adapter.paramsFault(params);
  if (fault !== undefined) {
    addProblem(asking.errors, name, {
      code: errorCode.badInput,
      message: `imp ${quoted(imp.id ?? '')}: the params of ${name} ${fault}`,
    });
    refuse(at, nonBidCode.error);
    return false;
  }
  if (!pgdealsonly) return true;
  const { namespace, auction, lineItems } = asking;
  const whole = asking.request.imp?.find(({ id }) => id === imp.id) ?? imp;
  // A line item is matched with what this bidder would be offered, and with what only the service reads.
  const mine = mergePatch(whole, without(patches.get(name) ?? {}, ['id'])) as Imp;
  const request = withOlderPlaces({ ...asking.request, imp: [mine] }, namespace);
  if (hasLineItem(lineItems, hostName(name, bidder), { request, imp: request.imp?.[0] ?? mine, nowMs: auction.nowMs }))
    return true;
  const text = `imp ${quoted(imp.id ?? '')}: pgdealsonly is set and no line item matches, so the bidder was not called`;
  addProblem(asking.warnings, name, { code: warningCode.general, message: text });
  refuse(at, nonBidCode.blocked);
  return false;
}

/** The name that a host knows the bidder by: its code, where the client only spells that differently, else the alias. */
function hostName(name: string, { configured }: Bidder): string {
  return name.toLowerCase() === configured.toLowerCase() ? configured : name;
}

/** Places in `imps` by the name of who takes part in them, names in the order of their first imp. */
function impsByName({ imps }: Asking): Map<string, number[]> {
  const places = new Map<string, number[]>();
  imps.forEach(({ names }, at) => {
    for (const name of names) {
      const known = places.get(name);
      if (known) known.push(at);
      else places.set(name, [at]);
    }
  });
  return places;
}

function platformOf(request: BidRequest): Platform {
  if (request.app !== undefined) return 'app';
  return request.site !== undefined ? 'site' : 'dooh';
}
