/** The definition of plain OpenRTB bidders: it is used for every code that has none of its own (decisions, 'Seats', 'Bid checks'). */
import { Type } from 'typebox';
import type { Bid } from '../openrtb/response.ts';
import type { BidVideo } from './adapter-results.ts';
import { defineBidder } from './define-bidder.ts';
import type { TypedBidContext } from './reply-steps.ts';
import { valueAt } from './json.ts';

/** One call for all imps, with the request unchanged except for `imp.ext.bidder`; bids of every seat of the reply are read. */
export const openrtbBidder = defineBidder({
  code: 'openrtb',
  params: Type.Object({}),
  headers: ['json', 'ortb'],
  // As in implementation B. Built-in definitions state it themselves.
  modifyingVastXmlAllowed: true,
  video: statedVideo,
});

/** What the bidder states about its video (spec 2.3); members of the wrong type are left out. */
function statedVideo({ ext }: Bid, { namespace }: TypedBidContext): BidVideo | undefined {
  for (const word of [namespace, 'prebid']) {
    const duration = valueAt(ext, word, 'video', 'duration');
    const category = valueAt(ext, word, 'video', 'primary_category');
    const stated = {
      ...(Number.isInteger(duration) && Number(duration) >= 0 && { duration: duration as number }),
      ...(typeof category === 'string' && { primary_category: category }),
    };
    if (Object.keys(stated).length > 0) return stated;
  }
  return undefined;
}
