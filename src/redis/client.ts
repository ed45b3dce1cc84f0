/** Connects to Redis, one server or a cluster, and keeps retrying, so that a service can start while Redis is down. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterLink } from './cluster-link.ts';
import {
  addressesIn,
  lookAgainMs,
  retryMs,
  socketOptions,
  type Harm,
  type RedisCalls,
  type RedisLink,
} from './link.ts';
import { singleLink } from './single-link.ts';

/** How long a replaced link may still answer, in milliseconds. */
const replacedLinkMs = 1000;

/**
 * A connection to the server at `url`, or to the cluster given by several comma-separated URLs (or by one URL of a member). It connects in
 * the background until it is closed.
 */
export class RedisClient {
  readonly #urls: readonly string[];
  #link: RedisLink | undefined;
  #isClosed = false;
  #stop: () => void = () => undefined;
  #lastError: unknown;
  #lookedAtMs = 0;

  constructor(url: string) {
    this.#urls = addressesIn(url);
    void this.#run();
  }

  /** The commands of the current link. Throws while there is no connection. */
  connected(): RedisCalls {
    if (this.#link === undefined) throw new Error('Redis is not connected', { cause: this.#lastError });
    return this.#link;
  }

  close(): void {
    this.#isClosed = true;
    this.#dropLink();
    this.#stop();
  }

  /**
   * Runs one link after another. A broken link is discarded with all pending calls; a halted one serves what it can until the next one is
   * connected.
   */
  async #run(): Promise<void> {
    let isCluster = this.#namesCluster;
    while (!this.#isClosed) {
      isCluster = await this.#runOnce(isCluster);
      if (!this.#isClosed && this.#lastError !== undefined) await sleep(retryMs, undefined, { ref: false });
    }
  }

  get #namesCluster(): boolean {
    return this.#urls.length > 1;
  }

  /** Connects and serves until the link breaks or is halted. True when the next link must be to a cluster. */
  async #runOnce(isCluster: boolean): Promise<boolean> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#stop = resolve;
    this.#lastError = undefined;
    const drop = (): void => {
      if (this.#link === link) this.#dropLink();
      resolve();
    };
    const onError = (error: unknown, harm: Harm): void => {
      this.#lastError = error;
      if (harm === 'broken') drop();
      else if (harm === 'halted') resolve();
      else if (!this.#namesCluster) void this.#lookAgain(drop);
    };
    const link = isCluster ? clusterLink(this.#urls, onError) : singleLink(this.#urls[0]!, onError);
    const connecting = link.connect();
    // A cluster client connects to the members it learned of first, and waits for one that has died even after another has replaced it. The
    // timer starts a new link then.
    const timer = setTimeout(resolve, socketOptions.connectTimeout * (this.#urls.length + 2)).unref();
    try {
      const clustered = await Promise.race([connecting.then(() => link.isClustered()), over]);
      clearTimeout(timer);
      if (clustered === true) return true;
      if (clustered === false) this.#take(link);
      await over;
    } catch (error) {
      this.#lastError = error;
    } finally {
      clearTimeout(timer);
      if (this.#isClosed || this.#link !== link) {
        link.close();
        // `close` does not cover connections still being made, which would stay open for good.
        void connecting.then(link.close, link.close);
      }
    }
    // With a single URL, the next link finds out again whether it is a server or a cluster.
    return this.#namesCluster;
  }

  #dropLink(): void {
    this.#link?.close();
    this.#link = undefined;
  }

  /** Makes `link` the current one. A halted one that it replaces has a moment to finish calls to its other members. */
  #take(link: RedisLink): void {
    const halted = this.#link;
    this.#link = link;
    if (halted !== undefined) setTimeout(() => halted.close(), replacedLinkMs).unref();
  }

  /** Checks whether a cluster in trouble is gone: calls `onGone` when the named URL now leads to a single server. */
  async #lookAgain(onGone: () => void): Promise<void> {
    if (performance.now() < this.#lookedAtMs + lookAgainMs) return;
    this.#lookedAtMs = performance.now();
    const link = singleLink(this.#urls[0]!, () => undefined);
    try {
      await link.connect();
      if (!(await link.isClustered())) onGone();
    } catch {
      // Nothing there answers.
    } finally {
      link.close();
    }
  }
}
