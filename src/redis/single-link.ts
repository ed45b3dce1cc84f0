/** A link to one Redis server (package redis). */
import { createClient, ErrorReply } from 'redis';
import {
  clientOptions,
  destroyForGood,
  expiry,
  lookAgainMs,
  replyOptions,
  scan,
  socketOptions,
  type OnLinkError,
  type RedisLink,
} from './link.ts';
import { isRefusedPing, watchPings } from './watch-pings.ts';

/** A client for one connection to the server at `url`, not connected yet. */
export function serverClient(url: string) {
  return createClient({
    url,
    socket: { ...socketOptions, reconnectStrategy: false },
    ...clientOptions,
    ...replyOptions,
  });
}

/** A link to the server at `url`, not connected yet. Any trouble except a refusal breaks it. */
export function singleLink(url: string, onError: OnLinkError): RedisLink {
  const client = serverClient(url);
  client.on('error', (error: unknown) => isRefusedPing(error) || onError(error, 'broken'));
  const endWatch = watchPings(client, (error) => onError(error, 'broken'));
  const mayBreakAtMs = performance.now() + lookAgainMs;
  const noteReplica = (error: unknown): never => {
    // This server has become a replica, and another has taken over its name: it would refuse writes from now on.
    if ((error as Error).message.startsWith('READONLY') && performance.now() > mayBreakAtMs) onError(error, 'broken');
    throw error;
  };
  return {
    connect: () => client.connect(),
    isClustered: async () => {
      const info: unknown = await client.sendCommand(['INFO', 'cluster']).catch((error: unknown) => {
        if (error instanceof ErrorReply) return '';
        throw error;
      });
      return String(info).includes('cluster_enabled:1');
    },
    set: (key, value, ttlSeconds) => client.set(key, value, expiry(ttlSeconds)).catch(noteReplica),
    get: (key) => client.get(key),
    getAll: (keys) => client.mGet([...keys]),
    publish: (channel, message) => client.publish(channel, message),
    keys: (prefix) => scan(client, prefix),
    close: () => {
      endWatch();
      destroyForGood(client);
    },
  };
}
