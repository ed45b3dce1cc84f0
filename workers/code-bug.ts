/**
 * Decides what the log says about a bug in the code of a bidder or a plugin (house, 'Errors'): whose it is and where, whatever was thrown.
 */
import type { BidderBug, CodeBug, PluginBug } from '../src/auction/messages.ts';
import { thrownError } from './thrown-error.ts';

/** The most characters of a stack in the log: its message may quote what a bidder sent. */
const longestStack = 2000;

/** The most characters of an auction's id in the log: the client wrote it. */
const longestId = 200;

/** The bug of the bidder configured as `bidder`, from what its code threw. */
export function bidderBug(bidder: string, thrown: unknown): BidderBug {
  return { bidder, stack: stackOf(thrown) };
}

/** The bug of a plugin, from what its code threw. */
export function pluginBug(plugin: string, thrown: unknown): PluginBug {
  return { plugin, stack: stackOf(thrown) };
}

function stackOf(thrown: unknown): string {
  return (thrownError(thrown).stack ?? '').slice(0, longestStack);
}

/**
 * Bugs met by the auction with this id (undefined if it is refused before it has one) as a member of a hop's result; no member for no bugs,
 * because nearly all results would carry it for nothing.
 */
export function someBugs(bugs: readonly CodeBug[], id: string | undefined): { readonly bugs?: readonly CodeBug[] } {
  if (bugs.length === 0) return {};
  const auction = id?.slice(0, longestId);
  return { bugs: auction === undefined ? bugs : bugs.map((bug) => ({ ...bug, auction })) };
}
