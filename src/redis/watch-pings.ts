/** Detects hanging Redis servers (issue 7, 'Must hold'). */
import { ErrorReply } from 'redis';

/** How many seconds a server may leave pings unanswered. Commands sent meanwhile keep `socketTimeout` from closing the connection. */
const longestSilence = 5;

/** A client of one server, as it is watched. */
export interface Watched {
  readonly isReady: boolean;
  on(event: 'ping-interval', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

/**
 * True for a refused ping, which counts as an answer: servers that cannot save their data, or whose user may not ping, refuse it. A replica
 * that refuses everything while its master is down does not count: another server may have its address.
 */
export function isRefusedPing(error: unknown): boolean {
  return error instanceof ErrorReply && !error.message.startsWith('MASTERDOWN');
}

/**
 * Calls `onSilent` every second once a connected server has answered no ping for too long. Returns a function that stops this. A pause of
 * this process counts as one second.
 */
export function watchPings(client: Watched, onSilent: (error: Error) => void): () => void {
  let seconds = 0;
  client.on('ping-interval', () => (seconds = 0));
  client.on('error', (error) => isRefusedPing(error) && (seconds = 0));
  const timer = setInterval(() => {
    seconds = client.isReady ? seconds + 1 : 0;
    if (seconds > longestSilence) onSilent(new Error('Redis does not answer pings'));
  }, 1000).unref();
  return () => clearInterval(timer);
}
