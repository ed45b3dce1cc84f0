/** Listens to one channel of Redis. In a cluster any server will do: each relays what is published on another. */
import { ErrorReply } from 'redis';
import { addressesIn, destroyForGood } from '../redis/link.ts';
import { serverClient } from '../redis/single-link.ts';
import { isRefusedPing } from '../redis/watch-pings.ts';
import type { Listen } from './keep-listening.ts';

/** A listener to `channel` at `url` (several addresses with commas), which tries one address after another. */
export function redisListener(url: string, channel: string): Listen {
  const urls = addressesIn(url);
  let next = 0;
  return async ({ onBegin, onName }, signal) => {
    const client = serverClient(urls[next++ % urls.length]!);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    client.on('error', (error) => isRefusedPing(error) || end());
    client.on('end', end);
    // Also ends what a server that hangs does not answer.
    const stop = (): void => destroyForGood(client);
    signal.addEventListener('abort', stop);
    try {
      await client.connect();
      const refusal = await client.subscribe(channel, onName).catch((error: unknown) => {
        if (error instanceof ErrorReply) return error;
        throw error;
      });
      if (refusal instanceof ErrorReply) return refusal;
      onBegin();
      return await ended;
    } finally {
      // The signal lives as long as the store: it must not retain every client that ever failed.
      signal.removeEventListener('abort', stop);
      destroyForGood(client);
    }
  };
}
