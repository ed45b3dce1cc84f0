/** Reads one reply with its bidder's adapter (house, 'Errors': a bug in a bidder's code costs that bidder alone). */
import type { ReadReply } from '../../src/adapter/adapter-results.ts';
import type { Bidder, Reply, SentImp } from '../../src/adapter/contract.ts';
import type { AuctionContext, ContextCall } from '../../src/auction/context.ts';
import type { CodeBug } from '../../src/auction/messages.ts';
import { errorCode } from '../../src/errors.ts';
import { bidderBug } from '../code-bug.ts';

/** A reply whose bidder may be missing. */
type AnyReply = Omit<Reply, 'bidder'> & { readonly bidder: Bidder | undefined };

/** What the adapter reads. An adapter that throws, or is missing, has a bug: it is added to `bugs`, and the reply brings nothing. */
export function readReply(reply: AnyReply, bugs: CodeBug[]): ReadReply {
  try {
    // Passed on as it is: a copy for each reply would only serve its type.
    return reply.bidder!.adapter.readReply(reply as Reply);
  } catch (error) {
    bugs.push(bidderBug(reply.bidder?.configured ?? '', error));
    const message = 'the adapter failed to read the reply';
    return { cur: '', bids: [], fledge: [], problems: [{ code: errorCode.badServerResponse, message }] };
  }
}

/** The imps of a call as its bidder was sent them: media types that it does not support may have been removed. */
export function sentImps(context: AuctionContext, { imps, types }: Pick<ContextCall, 'imps' | 'types'>): SentImp[] {
  return imps.map((imp, at) => {
    const { id, types: all } = context.imps[imp]!;
    return { id, types: types?.[at] ?? all };
  });
}
