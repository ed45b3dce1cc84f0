/** Decides how the log tells of bugs in bidders' code (house, 'Errors'): whose and where, and not at every auction. */
import type { BidderBug } from '../auction/messages.ts';
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** Tells of one bug of each bidder a minute. */
export function tellBidderBugs(log: Pick<Log, 'error'>): (bug: BidderBug) => void {
  const mayTell = seldomEach();
  return (bug) => {
    if (mayTell(bug.bidder)) log.error(bug, "bug in a bidder's code: the auction goes on without it");
  };
}
