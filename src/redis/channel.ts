/** Listens to one channel of Redis, and keeps trying: any server of a cluster tells what is published on another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply } from 'redis';
import { redisTimes } from './links.ts';

/** Who listens: to each message, to the beginning of every time in which none is missed, and, once, to why a server refuses. */
export interface ChannelListener {
  readonly onMessage: (message: string) => void;
  readonly onBegin: () => void;
  readonly onDeaf: (error: unknown) => void;
}

/** The pause after a server has refused, in milliseconds. */
const refusedMs = 10_000;

/** Listens to `channel` of the server or cluster at `url` (several with commas); the function returned ends it. */
export function listenToRedis(url: string, channel: string, listener: ChannelListener): () => void {
  const urls = url.split(',').map((one) => one.trim());
  const stop = new AbortController();
  void keepListening(urls, channel, { ...listener, signal: stop.signal });
  return () => stop.abort();
}

type Stoppable = ChannelListener & { readonly signal: AbortSignal };

async function keepListening(urls: readonly string[], channel: string, listener: Stoppable): Promise<void> {
  let isDeaf = false;
  const onBegin = (): void => {
    isDeaf = false;
    listener.onBegin();
  };
  for (let at = 0; !listener.signal.aborted; at = (at + 1) % urls.length) {
    const fault: unknown = await listenOnce(urls[at]!, channel, { ...listener, onBegin }).catch((error) => error);
    const isRefused = fault instanceof Refusal;
    if (isRefused && !isDeaf) listener.onDeaf(fault.cause);
    isDeaf ||= isRefused;
    await sleep(isRefused ? refusedMs : redisTimes.retryMs, undefined, { ref: false });
  }
}

/** A server that lets this user in does not let it listen. */
class Refusal extends Error {}

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
    await client.subscribe(channel, onMessage).catch((error: unknown) => {
      throw error instanceof ErrorReply ? new Refusal('', { cause: error }) : error;
    });
    onBegin();
    await ended;
  } finally {
    // The signal lives as long as the service: it must not keep every client that ever failed.
    signal.removeEventListener('abort', end);
    if (client.isOpen) client.destroy();
  }
}
