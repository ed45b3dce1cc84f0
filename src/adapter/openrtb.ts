/** Decides how a plain OpenRTB bidder is spoken to: the definition of every code that has none of its own (decisions, 'Seats', 'Bid checks'). */
import { Type } from 'typebox';
import { defineBidder } from './define-bidder.ts';

/** One call for all imps, the request unchanged but for `imp.ext.bidder`; bids of every seat of the reply are read. */
export const openrtbBidder = defineBidder({
  code: 'openrtb',
  params: Type.Object({}),
  headers: ['json', 'ortb'],
  // As in implementation B; built-in definitions say it themselves.
  modifyingVastXmlAllowed: true,
});
