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
  const whole = placed.map((one) => withVast(one, context, terms.parts));
  return events === null ? whole : whole.map((one) => withEvents(one, context, { ...terms, events }));
}

/** A video without markup with a VAST wrapper of its `nurl`, since the SDKs of apps play nothing else. */
function withVast(one: PlacedBid, context: AuctionContext, parts: BidTerms['parts']): PlacedBid {
  const { bid, bidder, type } = one.priced;
  if (type !== 'video') return one;
  const adm = vastOf(bid['adm'], bid['nurl']);
  if (adm === '' || adm === bid['adm'] || !mayChangeVast(context.bidders[bidder]!.configured, parts)) return one;
  return { ...one, priced: { ...one.priced, bid: { ...bid, adm } } };
}

function mayChangeVast(configured: string, { registry }: BidTerms['parts']): boolean {
  return registry.find(configured)?.modifyingVastXmlAllowed ?? true;
}

function withEvents(
  one: PlacedBid,
  context: AuctionContext,
  { parts, warnings, events }: BidTerms & { readonly events: ContextEvents },
): PlacedBid {
  const { priced, bidid } = one;
  const { name: bidder, configured } = context.bidders[priced.bidder]!;
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
  const vast = priced.type === 'video' ? vastOf(priced.bid['adm'], priced.bid['nurl']) : '';
  if (vast === '' || !mayChangeVast(configured, parts)) return { ...one, events: urls };
  const adm = trackVast(vast, eventUrl({ ...shown, format: 'b' }, facts));
  if (adm === undefined) {
    const text = `bid ${quoted(bidId)} is VAST without InLine or Wrapper: its impression is not tracked`;
    addProblem(warnings, bidder, { code: warningCode.general, message: text });
    return { ...one, events: urls };
  }
  return { ...one, events: urls, priced: { ...priced, bid: { ...priced.bid, adm } } };
}
