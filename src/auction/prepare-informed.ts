/** Runs the first hop, and if plugins ask questions, runs it again with the results of their look-ups (src/plugins, `question`). */
import type { AuctionParts } from './auction-input.ts';
import type { PrepareMessage, PrepareResult, Questions } from './messages.ts';
import type { Patience } from './plugin-look-ups.ts';

/** The result of the first hop once no questions are open. */
export type Informed = Exclude<PrepareResult, Questions>;

/** Runs the first hop. `messageNow` makes its message, with the times of the moment when it is called; a second run gets a new one. */
export async function prepareInformed(
  messageNow: () => PrepareMessage,
  { hops, lookUps, cohort, codeBugs }: AuctionParts,
  patience: Patience,
): Promise<Informed> {
  if (!lookUps.isNeeded) return (await hops.prepare(messageNow())) as Informed;
  const message = messageNow();
  // The first run takes ownership of the body.
  const spare = message.body.slice();
  const first = await hops.prepare({ ...message, found: null });
  if (!('questions' in first)) return first;
  first.bugs?.forEach(codeBugs.note);
  const found = await lookUps.find(first.questions, patience);
  await cohort.join();
  return (await hops.prepare({ ...messageNow(), body: spare, found })) as Informed;
}
