/**
 * Looks up names that may well fail, one at a time: Node resolves names on a few threads, and such a name holds one until the resolver gives
 * up.
 */

/** Most doubtful names that may wait, since requests can make names up. */
const mostWaiting = 100;

/** A lookup that may run until the resolver gives up: of a name that the configuration states (`isOwn`), or of one that params made up. */
interface Doubtful {
  readonly ask: () => void;
  readonly isOwn: boolean;
}

const waiting: Doubtful[] = [];
let isResolving = false;

/** Starts the lookup that has waited longest, configured names first; to be called once the previous one has ended. */
export function askNext(): void {
  const own = waiting.findIndex(({ isOwn }) => isOwn);
  const [next] = waiting.splice(Math.max(0, own), 1);
  isResolving = next !== undefined;
  next?.ask();
}

/** Queues a lookup, and starts it when it is its turn; false when too many wait. */
export function askInTurn(one: Doubtful): boolean {
  if (!one.isOwn && waiting.length >= mostWaiting) return false;
  waiting.push(one);
  if (!isResolving) askNext();
  return true;
}
