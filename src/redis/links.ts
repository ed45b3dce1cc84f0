/** The two kinds of Redis that can be connected to, one server and a cluster, as one: a link (package redis). */
import { createClient, createCluster, ErrorReply, RESP_TYPES } from 'redis';

/** What stores use of Redis. */
export interface RedisCalls {
  /** Keeps `value` under `key`, for `ttlSeconds`; 0: for good. */
  set(key: string, value: Buffer, ttlSeconds: number): Promise<unknown>;
  get(key: string): Promise<Buffer | null>;
  /** The values of `keys`, in one round trip. */
  getAll(keys: readonly string[]): Promise<readonly (Buffer | null)[]>;
  /** Tells all who listen to `channel`, on every server of a cluster. */
  publish(channel: string, message: string): Promise<unknown>;
  /** Every key that begins with `prefix`, some of them twice. */
  keys(prefix: string): AsyncIterable<string>;
}

/** One server or one cluster; `close` is the end of its connections. */
export interface RedisLink extends RedisCalls {
  connect(): Promise<unknown>;
  /** True for one server that is part of a cluster; false for one that refuses to say. Rejects when it says nothing at all. */
  isClustered(): Promise<boolean>;
  close(): void;
}

/** The pause before a connection is made anew, in milliseconds. */
export const retryMs = 500;

const common = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: 10_000,
  pingInterval: 1000,
  disableClientInfo: true,
  maintNotifications: 'disabled',
} as const;
/** In milliseconds: the connection to a stopped server is closed after `socketTimeout` in which nothing was sent on it either. */
const socket = { connectTimeout: 2000, socketTimeout: 5000 } as const;
const options = { RESP: 2, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } } as const;

/** A link that works but leads to the wrong place is made anew, when it is this old, in milliseconds. */
export const lookAgainMs = 5000;

/**
 * A client asks a cluster who has which keys when it connects, and whenever a server sends it elsewhere: for keys that nobody had then,
 * as while a cluster is set up, it would never ask again.
 */
const unowned = 'no server of the cluster has these keys: assign all slots to servers';

/** Names looked through at once. */
const scanCount = 1000;

/** Hears of trouble; `isBroken`: the link must not be used any more. */
export type OnLinkError = (error: unknown, isBroken: boolean) => void;

/** A client of the server at `url`, for one connection; not connected yet. */
export function serverClient(url: string) {
  return createClient({ url, socket: { ...socket, reconnectStrategy: false }, ...common, ...options });
}

/** So many seconds may a server leave pings unanswered: commands that are sent all the while keep `socketTimeout` from its end. */
const longestSilence = 5;

/** Calls `onSilent` once a connected server has answered no ping for that long; returned is what stops it. A halt of this process is one second. */
function watchPings(client: ReturnType<typeof serverClient>, onSilent: () => void): () => void {
  let seconds = 0;
  client.on('ping-interval', () => (seconds = 0));
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds > longestSilence) onSilent();
  }, 1000).unref();
  return () => clearInterval(timer);
}

/** A link to the server at `url`; not connected yet. Any trouble breaks it. */
export function singleLink(url: string, onError: OnLinkError): RedisLink {
  const client = serverClient(url);
  client.on('error', (error: unknown) => onError(error, true));
  const endWatch = watchPings(client, () => onError(new Error('Redis answers no ping'), true));
  const mayBreakAtMs = performance.now() + lookAgainMs;
  const noteReplica = (error: unknown): never => {
    // Another server has taken this one's place, and its name: this one would go on refusing.
    if ((error as Error).message.startsWith('READONLY') && performance.now() > mayBreakAtMs) onError(error, true);
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
      destroy(client);
    },
  };
}

/** A client of the cluster with members at `urls`, not connected yet; `close` ends it for good. */
function clusterClient(urls: readonly string[]) {
  const { username, password, protocol } = new URL(urls[0]!);
  let isClosed = false;
  const client = createCluster({
    rootNodes: urls.map((url) => ({ url, socket: { ...socket, reconnectStrategy: false } })),
    defaults: {
      ...common,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: {
        ...socket,
        reconnectStrategy: () => !isClosed && retryMs,
        ...(protocol === 'rediss:' && { tls: true }),
      },
    },
    ...options,
  });
  // A connection that was being made when its client was destroyed is made nevertheless, and pinged for good.
  const close = (): void => {
    isClosed = true;
    const members = client.masters.flatMap((master) => master.client ?? []);
    destroy(client);
    for (const member of members) member.on('connect', () => destroy(member));
  };
  // As are those to members that a look for them finds, which had begun before.
  client.on('node-connect', () => isClosed && close());
  return { client, close };
}

/** A link to the cluster with members at `urls`; not connected yet. It connects to lost members itself; garbage breaks it. */
export function clusterLink(urls: readonly string[], onError: OnLinkError): RedisLink {
  const { client, close } = clusterClient(urls);
  client.on('error', (error: unknown) => onError(error, false));
  client.on('node-error', (error: unknown) => onError(error, isGarbage(error)));
  const mayBreakAtMs = performance.now() + lookAgainMs;
  const noteUnowned = (error: unknown): never => {
    // The client itself has no word for a key that no server has.
    if (!(error instanceof TypeError)) throw error;
    const fault = new Error(unowned, { cause: error });
    if (performance.now() > mayBreakAtMs) onError(fault, true);
    throw fault;
  };
  const get = (key: string): Promise<Buffer | null> => client.get(key).catch(noteUnowned);
  return {
    connect: async () => {
      await client.connect();
      if (client.masters.length === 0) throw new Error(unowned);
    },
    isClustered: () => Promise.resolve(false),
    set: (key, value, ttlSeconds) => client.set(key, value, expiry(ttlSeconds)).catch(noteUnowned),
    get,
    // Keys lie on different servers: the client sends what goes to one of them together.
    getAll: (keys) => Promise.all(keys.map(get)),
    publish: (channel, message) => client.publish(channel, message),
    keys: async function* (prefix) {
      for (const master of client.masters) yield* scan(await client.nodeClient(master), prefix);
    },
    close,
  };
}

/** After what is no reply, or one reply too many, later ones would be taken for answers to other questions. */
function isGarbage(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || /RESP type/.test(String(error));
}

function expiry(ttlSeconds: number) {
  return ttlSeconds === 0 ? {} : { expiration: { type: 'EX', value: ttlSeconds } as const };
}

/** What a client of one server can look through. */
interface Scanned {
  scanIterator(options: { MATCH: string; COUNT: number }): AsyncIterable<readonly (Buffer | string)[]>;
}

async function* scan(client: Scanned, prefix: string): AsyncGenerator<string> {
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: scanCount })) {
    for (const key of keys) yield key.toString();
  }
}

/** A client that was never open, or is closed already, refuses to be closed. */
function destroy(client: { destroy(): void }): void {
  try {
    client.destroy();
  } catch {
    // Nothing is left to free.
  }
}
