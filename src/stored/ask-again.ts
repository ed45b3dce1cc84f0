/** Repeats a query whose connection a database had just ended (issue 7, 'Must hold'): servers and poolers end idle connections. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How to tell that a query met such a connection. */
export interface Reusing {
  /** True when the next query will be sent on a connection that has been idle. */
  readonly isReused: () => boolean;
  /** True for the error of a connection that the server ended. */
  readonly isLost: (error: unknown) => boolean;
}

/** How many idle connections in a row may turn out to have ended. */
const mostLost = 10;

/** The result of `ask`, which runs again when it was sent on an idle connection that turned out to have ended. */
export async function askAgain<T>(ask: () => Promise<T>, { isReused, isLost }: Reusing): Promise<T> {
  for (let lost = 0; lost < mostLost && isReused(); lost += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isLost(error)) throw error;
    }
    // By the next turn, other connections closed at the same time are known.
    await nextTurn();
  }
  return ask();
}
