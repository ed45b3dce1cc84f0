/** Listens to one channel of Redis, and keeps trying: any server of a cluster tells what is published on another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { redisTimes } from './links.ts';

/** Who listens: to each message, and to the beginning of every time in which none is missed. */
export interface ChannelListener {
  readonly onMessage: (message: string) => void;
  readonly onBegin: () => void;
}

/** Listens to `channel` of the server or cluster at `url` (several with commas); the function returned ends it. */
export function listenToRedis(url: string, channel: string, listener: ChannelListener): () => void {
  const urls = url.split(',').map((one) => one.trim());
  const stop = new AbortController();
  void keepListening(urls, channel, { ...listener, signal: stop.signal });
  return () => stop.abort();
}

type Stoppable = ChannelListener & { readonly signal: AbortSignal };

async function keepListening(urls: readonly string[], channel: string, listener: Stoppable): Promise<void> {
  for (let at = 0; !listener.signal.aborted; at = (at + 1) % urls.length) {
    await listenOnce(urls[at]!, channel, listener).catch(() => undefined);
    await sleep(redisTimes.retryMs, undefined, { ref: false });
  }
}

/** Listens until the connection ends. */
async function listenOnce(url: string, channel: string, { onMessage, onBegin, signal }: Stoppable): Promise<void> {
  const { connectTimeout, socketTimeout, pingInterval } = redisTimes;
  const client = createClient({
    url,
    RESP: 2,
    pingInterval,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout, socketTimeout, reconnectStrategy: false },
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  client.on('error', end);
  client.on('end', end);
  signal.addEventListener('abort', end);
  try {
    await client.connect();
    await client.subscribe(channel, onMessage);
    onBegin();
    await ended;
  } finally {
    // The signal lives as long as the service: it must not keep every client that ever failed.
    signal.removeEventListener('abort', end);
    if (client.isOpen) client.destroy();
  }
}
