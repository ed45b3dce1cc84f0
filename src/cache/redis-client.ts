/** Connects to Redis, one server or a cluster, and keeps trying: a server that is away is no reason not to start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, createCluster, RESP_TYPES } from 'redis';

/** What the store uses of a connection. Every call rejects at once while there is no connection. */
export interface RedisClient {
  set(key: string, value: Buffer, ttlSeconds: number): Promise<unknown>;
  get(key: string): Promise<Buffer | null>;
  close(): void;
}

/** One server or one cluster. */
interface Link extends RedisClient {
  connect(): Promise<unknown>;
  /** True for one server that is part of a cluster. */
  isClustered(): Promise<boolean>;
}

const retryMs = 500;

/** A stopped server answers no ping: its connection is closed after `socketTimeout`, and what waits on it rejected. */
const common = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: 10_000,
  pingInterval: 1000,
  disableClientInfo: true,
  maintNotifications: 'disabled',
} as const;
const socket = { connectTimeout: 2000, socketTimeout: 5000, reconnectStrategy: retryMs } as const;
const options = { RESP: 2, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } } as const;

/**
 * Connects to `url`, or to the cluster that several URLs with commas name (or one URL of a cluster's member). Returns at once
 * and connects behind.
 */
export function connectRedis(url: string): RedisClient {
  return new ConnectingClient(url.split(',').map((one) => one.trim()));
}

class ConnectingClient implements RedisClient {
  readonly #urls: readonly string[];
  #link: Link;
  #isConnected = false;
  #isClosed = false;
  #lastError: unknown;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#link = urls.length > 1 ? clusterLink(urls, this.#note) : singleLink(urls[0]!, this.#note);
    void this.#connect();
  }

  async set(key: string, value: Buffer, ttlSeconds: number): Promise<unknown> {
    return this.#connected().set(key, value, ttlSeconds);
  }

  async get(key: string): Promise<Buffer | null> {
    return this.#connected().get(key);
  }

  close(): void {
    this.#isClosed = true;
    this.#link.close();
  }

  readonly #note = (error: unknown): void => {
    this.#lastError = error;
  };

  #connected(): Link {
    if (!this.#isConnected) throw new Error('Redis is not connected', { cause: this.#lastError });
    return this.#link;
  }

  async #connect(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#link.connect();
        if (!(await this.#link.isClustered())) break;
        this.#link.close();
        this.#link = clusterLink(this.#urls, this.#note);
      } catch (error) {
        if (this.#isClosed) return;
        this.#note(error);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
    if (this.#isClosed) this.#link.close();
    else this.#isConnected = true;
  }
}

function singleLink(url: string, onError: (error: unknown) => void): Link {
  const client = createClient({ url, socket, ...common, ...options });
  client.on('error', onError);
  return {
    connect: () => client.connect(),
    isClustered: async () => {
      const info: unknown = await client.sendCommand(['INFO', 'cluster']).catch(() => '');
      return String(info).includes('cluster_enabled:1');
    },
    set: (key, value, ttlSeconds) => client.set(key, value, { expiration: { type: 'EX', value: ttlSeconds } }),
    get: (key) => client.get(key),
    close: () => destroy(client),
  };
}

function clusterLink(urls: readonly string[], onError: (error: unknown) => void): Link {
  const { username, password, protocol } = new URL(urls[0]!);
  const client = createCluster({
    rootNodes: urls.map((url) => ({ url, socket: { ...socket, reconnectStrategy: false } })),
    defaults: {
      ...common,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: protocol === 'rediss:' ? { ...socket, tls: true } : socket,
    },
    ...options,
  });
  client.on('error', onError);
  return {
    connect: () => client.connect(),
    isClustered: () => Promise.resolve(false),
    set: (key, value, ttlSeconds) => client.set(key, value, { expiration: { type: 'EX', value: ttlSeconds } }),
    get: (key) => client.get(key),
    close: () => destroy(client),
  };
}

/** A client that was never open, or is closed already, refuses to be closed. */
function destroy(client: { destroy(): void }): void {
  try {
    client.destroy();
  } catch {
    // Nothing is left to free.
  }
}
