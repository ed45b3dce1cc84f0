/** Composes the VAST of the bids that stay, their events' URLs, and the trackers in the VAST (spec 6; implementation B 6). */
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ContextEvents } from '../../src/auction/context-terms.ts';
import { addProblem, warningCode } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import { vastOf } from '../../src/openrtb/vast.ts';
import { canHaveEvents, eventUrl, type EventFacts } from '../../src/stages/settle/event-url.ts';
import { trackVast } from '../../src/stages/settle/track-vast.ts';
import type { BidTerms } from '../parts.ts';
import type { PlacedBid } from './place-bids.ts';

/** The bids in the order of `placed`: videos that only have a `nurl` with VAST, and all with their events. */
export function addVastAndEvents(
  placed: readonly PlacedBid[],
  context: AuctionContext,
  terms: BidTerms,
): readonly PlacedBid[] {
  const { events } = context;
  return placed.map((one) => {
    const vast = changeableVast(one, context, terms);
    const whole = vast === '' ? one : withAdm(one, vast);
    return events === null ? whole : withEvents(whole, context, { ...terms, events, vast });
  });
}

/** The VAST of a video whose bidder lets the service change it, else ''. Without markup it is a wrapper: SDKs of apps play no `nurl`. */
function changeableVast({ priced }: PlacedBid, { bidders }: AuctionContext, { parts }: BidTerms): string {
  const { bid, bidder, type } = priced;
  if (type !== 'video') return '';
  const { configured } = bidders[bidder]!;
  const mayChange = parts.registry.find(configured)?.modifyingVastXmlAllowed ?? true;
  return mayChange ? vastOf(bid['adm'], bid['nurl']) : '';
}

function withAdm(one: PlacedBid, adm: string): PlacedBid {
  const { priced } = one;
  return adm === priced.bid['adm'] ? one : { ...one, priced: { ...priced, bid: { ...priced.bid, adm } } };
}

interface EventTerms extends BidTerms {
  readonly events: ContextEvents;
  /** The VAST to which a tracker may be added; '' for none. */
  readonly vast: string;
}

function withEvents(one: PlacedBid, context: AuctionContext, { parts, warnings, events, vast }: EventTerms): PlacedBid {
  const { priced, bidid } = one;
  const { name: bidder } = context.bidders[priced.bidder]!;
  const bidId = bidid ?? (priced.bid['id'] as string);
  if (!canHaveEvents(events.account, bidId)) return one;
  const facts: EventFacts = { ...events, externalUrl: parts.config.externalUrl, auctionId: context.id };
  const urlOf = (type: 'win' | 'imp', format: 'i' | 'b'): string =>
    eventUrl({ type, format, bidId, bidder, counts: events.isAsked }, facts);
  const urls = events.isAsked ? { win: urlOf('win', 'i'), imp: urlOf('imp', 'i') } : undefined;
  if (vast === '') return { ...one, events: urls };
  const adm = trackVast(vast, urlOf('imp', 'b'));
  if (adm === undefined) {
    const text = `bid ${quoted(bidId)} is VAST without InLine or Wrapper: its impression is not tracked`;
    addProblem(warnings, bidder, { code: warningCode.general, message: text });
    return { ...one, events: urls };
  }
  return { ...withAdm(one, adm), events: urls };
}
