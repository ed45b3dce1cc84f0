/** Connects to Redis, one server or a cluster, and keeps trying: a server that is away is no reason not to start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterLink, redisTimes, singleLink, type RedisCalls, type RedisLink } from './links.ts';

/** A connection. Every call rejects at once while there is none. */
export interface RedisClient extends RedisCalls {
  close(): void;
}

/**
 * Connects to `url`, or to the cluster that several URLs with commas name (or one URL of a cluster's member). Returns at once
 * and connects behind.
 */
export function connectRedis(url: string): RedisClient {
  return new ConnectingClient(url.split(',').map((one) => one.trim()));
}

class ConnectingClient implements RedisClient {
  readonly #urls: readonly string[];
  #link: RedisLink;
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

  async getAll(keys: readonly string[]): Promise<readonly (Buffer | null)[]> {
    return this.#connected().getAll(keys);
  }

  async publish(channel: string, message: string): Promise<unknown> {
    return this.#connected().publish(channel, message);
  }

  async *keys(prefix: string): AsyncGenerator<string> {
    yield* this.#connected().keys(prefix);
  }

  close(): void {
    this.#isClosed = true;
    this.#link.close();
  }

  readonly #note = (error: unknown): void => {
    this.#lastError = error;
  };

  #connected(): RedisLink {
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
        await sleep(redisTimes.retryMs, undefined, { ref: false });
      }
    }
    if (this.#isClosed) this.#link.close();
    else this.#isConnected = true;
  }
}
