/**
 * Decides what the log says about a bug in the code of a bidder or a plugin (house, 'Errors'): whose it is and where, whatever was thrown.
 */
import type { BidderBug, CodeBug, PluginBug } from '../src/auction/messages.ts';
import { thrownError } from './thrown-error.ts';

/** The most characters of a stack in the log: its message may quote what a bidder sent. */
const longestStack = 2000;

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

/** Bugs as a member of a hop's result; no member for no bugs, because nearly all results would carry it for nothing. */
export function someBugs(bugs: readonly CodeBug[]): { readonly bugs?: readonly CodeBug[] } {
  return bugs.length === 0 ? {} : { bugs };
}
