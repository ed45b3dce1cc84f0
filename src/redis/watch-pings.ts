/** Finds servers of Redis that stand still (issue 7, 'Must hold'). */
import { ErrorReply } from 'redis';

/** So many seconds may a server leave pings unanswered: commands that are sent all the while keep `socketTimeout` from its end. */
const longestSilence = 5;

/** What is watched: a client of one server. */
export interface Watched {
  readonly isReady: boolean;
  on(event: 'ping-interval', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

/**
 * True for a ping that was refused, which is an answer: so do servers that cannot save their data, or whose user may not ping. A replica
 * that refuses all while its master is away is none: another may have its address.
 */
export function isRefusedPing(error: unknown): boolean {
  return error instanceof ErrorReply && !error.message.startsWith('MASTERDOWN');
}

/** Calls `onSilent` while a connected server has answered no ping for that long; returned is what stops it. A halt of this process is one second. */
export function watchPings(client: Watched, onSilent: (error: Error) => void): () => void {
  let seconds = 0;
  client.on('ping-interval', () => (seconds = 0));
  client.on('error', (error) => isRefusedPing(error) && (seconds = 0));
  const timer = setInterval(() => {
    seconds = client.isReady ? seconds + 1 : 0;
    if (seconds > longestSilence) onSilent(new Error('Redis answers no ping'));
  }, 1000).unref();
  return () => clearInterval(timer);
}
