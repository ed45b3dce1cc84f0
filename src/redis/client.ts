/** Connects to Redis, one server or a cluster, and keeps trying: a server that is away is no reason not to start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterLink } from './cluster-link.ts';
import { addressesIn, lookAgainMs, retryMs, socket, type Harm, type RedisCalls, type RedisLink } from './link.ts';
import { singleLink } from './single-link.ts';

/** How long a link that another has taken the place of may still answer, in milliseconds. */
const lastAnswersMs = 1000;

/**
 * A connection to the server at `url`, or to the cluster that several URLs with commas name (or one URL of a cluster's member).
 * It connects behind, until it is closed.
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

  /** What can be asked now. Throws while there is no connection. */
  connected(): RedisCalls {
    if (this.#link === undefined) throw new Error('Redis is not connected', { cause: this.#lastError });
    return this.#link;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
    this.#stop();
  }

  /** One link after the other. One that broke is thrown away with all that waits on it; one that is halted serves what it can until the next is there. */
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

  /** Connects and serves until the link breaks or is halted; true when the next one must be to a cluster. */
  async #runOnce(isCluster: boolean): Promise<boolean> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#stop = resolve;
    this.#lastError = undefined;
    const drop = (): void => {
      if (this.#link === link) this.#drop();
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
    // A cluster is connected to as it was when it was asked first: a server that has died is waited for until another has its place, and then on.
    const timer = setTimeout(resolve, socket.connectTimeout * (this.#urls.length + 2)).unref();
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
        // What was still to connect then is not closed by it, and would stay connected for good.
        void connecting.then(link.close, link.close);
      }
    }
    // Of one address the next link learns anew what is there now.
    return this.#namesCluster;
  }

  #drop(): void {
    this.#link?.close();
    this.#link = undefined;
  }

  /** `link` takes the place of one that is halted, whose other members have a moment for what they were asked. */
  #take(link: RedisLink): void {
    const halted = this.#link;
    this.#link = link;
    if (halted !== undefined) setTimeout(() => halted.close(), lastAnswersMs).unref();
  }

  /** A cluster in trouble may be gone: `onGone` is called when a single server has taken the place of the one that is named. */
  async #lookAgain(onGone: () => void): Promise<void> {
    if (performance.now() < this.#lookedAtMs + lookAgainMs) return;
    this.#lookedAtMs = performance.now();
    const link = singleLink(this.#urls[0]!, () => undefined);
    try {
      await link.connect();
      if (!(await link.isClustered())) onGone();
    } catch {
      // Nobody there says what it is.
    } finally {
      link.close();
    }
  }
}
