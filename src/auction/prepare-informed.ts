/** Runs the first hop, and where plugins of the host ask something first, once more with what their look-ups find (src/plugins, `question`). */
import type { AuctionParts } from './auction-input.ts';
import type { PrepareMessage, PrepareResult, Questions } from './messages.ts';
import type { Patience } from './plugin-look-ups.ts';

/** What the first hop gives once it has asked all that it would know. */
export type Informed = Exclude<PrepareResult, Questions>;

/** What the hop gives for the message, whose times are those of the moment when `messageNow` is called. */
export async function prepareInformed(
  messageNow: () => PrepareMessage,
  { hops, lookUps, cohort, codeBugs }: AuctionParts,
  patience: Patience,
): Promise<Informed> {
  if (!lookUps.isNeeded) return (await hops.prepare(messageNow())) as Informed;
  const message = messageNow();
  // The hop takes the body over.
  const spare = message.body.slice();
  const first = await hops.prepare({ ...message, found: null });
  if (!('questions' in first)) return first;
  first.bugs?.forEach(codeBugs.note);
  const found = await lookUps.find(first.questions, patience);
  await cohort.join();
  return (await hops.prepare({ ...messageNow(), body: spare, found })) as Informed;
}
