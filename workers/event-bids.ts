/** Composes the VAST of the bids that stay, their events' URLs, and the trackers in the VAST (spec 6; implementation B 6). */
import type { AuctionContext, ContextEvents } from '../src/auction/context.ts';
import { addProblem, warningCode } from '../src/errors.ts';
import { quoted } from '../src/openrtb/findings.ts';
import { vastOf } from '../src/openrtb/vast.ts';
import { canHaveEvents, eventUrl, type EventFacts } from '../src/stages/settle/event-url.ts';
import { trackVast } from '../src/stages/settle/track-vast.ts';
import type { BidTerms } from './parts.ts';
import type { PlacedBid } from './place-bids.ts';

/** The bids with their events, in the order of `placed`; videos that only have a `nurl` get VAST. */
export function addEvents(
  placed: readonly PlacedBid[],
  context: AuctionContext,
  terms: BidTerms,
): readonly PlacedBid[] {
  const { events } = context;
  return placed.map((one) => {
    const { bidder, type } = one.priced;
    const { configured } = context.bidders[bidder]!;
    const mayChange = type === 'video' && (terms.parts.registry.find(configured)?.modifyingVastXmlAllowed ?? true);
    const whole = mayChange ? withVast(one) : one;
    return events === null ? whole : withEvents(whole, context, { ...terms, events, mayChange });
  });
}

/** A bid without markup with a VAST wrapper of its `nurl`, since the SDKs of apps play nothing else. */
function withVast(one: PlacedBid): PlacedBid {
  const { adm, nurl } = one.priced.bid;
  const vast = vastOf(adm, nurl);
  return vast === '' || vast === adm ? one : withAdm(one, vast);
}

function withAdm(one: PlacedBid, adm: string): PlacedBid {
  return { ...one, priced: { ...one.priced, bid: { ...one.priced.bid, adm } } };
}

interface EventTerms extends BidTerms {
  readonly events: ContextEvents;
  /** Whether trackers may be added to the VAST. */
  readonly mayChange: boolean;
}

function withEvents(
  one: PlacedBid,
  context: AuctionContext,
  { parts, warnings, events, mayChange }: EventTerms,
): PlacedBid {
  const { priced, bidid } = one;
  const { name: bidder } = context.bidders[priced.bidder]!;
  const bidId = bidid ?? (priced.bid['id'] as string);
  if (!canHaveEvents(events.account, bidId)) return one;
  const facts: EventFacts = { ...events, externalUrl: parts.config.externalUrl, auctionId: context.id };
  const shown = { type: 'imp', bidId, bidder, counts: events.isAsked } as const;
  const urls = events.isAsked
    ? {
        win: eventUrl({ ...shown, type: 'win', format: 'i' }, facts),
        imp: eventUrl({ ...shown, format: 'i' }, facts),
      }
    : undefined;
  const vast = mayChange ? vastOf(priced.bid['adm'], priced.bid['nurl']) : '';
  if (vast === '') return { ...one, events: urls };
  const adm = trackVast(vast, eventUrl({ ...shown, format: 'b' }, facts));
  if (adm === undefined) {
    const text = `bid ${quoted(bidId)} is VAST without InLine or Wrapper: its impression is not tracked`;
    addProblem(warnings, bidder, { code: warningCode.general, message: text });
    return { ...one, events: urls };
  }
  return { ...withAdm(one, adm), events: urls };
}
