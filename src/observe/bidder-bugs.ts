/** Decides how the log tells of bugs in the code of bidders and plugins (house, 'Errors'): whose and where, and not at every auction. */
import type { CodeBug } from '../auction/messages.ts';
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** Tells of one bug of each bidder, and of each plugin, a minute. */
export function tellBidderBugs(log: Pick<Log, 'error'>): (bug: CodeBug) => void {
  const mayTell = seldomEach();
  return (bug) => {
    if ('plugin' in bug) {
      if (mayTell(`plugin ${bug.plugin}`)) log.error(bug, 'fault of a plugin: the auction goes on without it');
    } else if (mayTell(bug.bidder)) log.error(bug, "bug in a bidder's code: the auction goes on without it");
  };
}
