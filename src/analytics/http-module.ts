/** The analytics module that posts batches of JSON lines (issue 3, item 5). If the collector is down or slow, only events are lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { checkIdentity } from '../server-identity.ts';
import { serverLookup } from '../server-lookup.ts';
import { postLines } from './post-lines.ts';
import { Trouble, type OnTrouble } from '../seldom.ts';
import type { AnalyticsModule } from './module.ts';

/** Where events go and how many at a time. `retryMs` has the wait before each retry; by default there are three. */
export interface PostRules {
  readonly url: string;
  readonly batchSize: number;
  readonly flushMs: number;
  readonly maxQueued: number;
  readonly retryMs?: readonly number[];
}

/** Limit of the queue in bytes, in addition to `maxQueued`. */
const maxQueuedBytes = 67_108_864;

const standardRetryMs: readonly number[] = [250, 1000, 4000];

/** How long closing waits for the collector, in milliseconds. */
const closeMs = 2000;

/** Posts to a collector, one batch at a time. */
export class HttpModule implements AnalyticsModule {
  readonly name = 'http';
  readonly #rules: PostRules;
  readonly #trouble: Trouble<string>;
  // HTTP/1.1, since a POST over HTTP/2 may never settle if the collector drops the connection.
  readonly #agent = new Agent({
    connections: 1,
    connect: { timeout: 5000, checkServerIdentity: checkIdentity, lookup: serverLookup },
    allowH2: false,
  });
  readonly #closing = new AbortController();
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  /** Why the last POST failed; '' if it did not. */
  #lastFault = '';

  /** `onEnd` is called when a trouble ends that `onTrouble` was called for. */
  constructor(rules: PostRules, onTrouble: OnTrouble, onEnd: () => void = () => undefined) {
    this.#rules = rules;
    this.#trouble = new Trouble(onTrouble, onEnd);
  }

  get dropped(): number {
    return this.#dropped;
  }

  take(line: Uint8Array): void {
    const isFull = this.#queue.length >= this.#rules.maxQueued || this.#queuedBytes + line.byteLength > maxQueuedBytes;
    if (isFull || this.#closing.signal.aborted) {
      this.#lose(1, this.#lastFault || 'the event collector is too slow');
      return;
    }
    this.#queue.push(line);
    this.#queuedBytes += line.byteLength;
    if (this.#sending !== undefined) return;
    // A queue that fills up before its batch does must not wait for it: events would be lost although the collector is fine.
    const most = Math.min(this.#rules.batchSize, this.#rules.maxQueued);
    if (this.#queue.length >= most || this.#queuedBytes > maxQueuedBytes / 2) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#rules.flushMs).unref();
  }

  async close(): Promise<void> {
    if (this.#sending === undefined) this.#send();
    const timer = setTimeout(() => this.#closing.abort(), closeMs);
    // Events that arrive as a round ends begin another.
    while (this.#sending !== undefined) await this.#sending;
    clearTimeout(timer);
    this.#closing.abort();
    await this.#agent.destroy();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
      // Events may have arrived after the last batch was taken.
      if (this.#queue.length > 0) this.#send();
    });
  }

  /** Sends until the queue is empty: events that arrived while a batch was in flight have waited long enough. */
  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, this.#rules.batchSize);
      const droppedBefore = this.#dropped;
      const fault = this.#closing.signal.aborted
        ? 'the service has stopped'
        : await this.#deliver(Buffer.concat(batch));
      // Removed only now: a batch in flight counts towards the limits.
      this.#queue = this.#queue.slice(batch.length);
      for (const { byteLength } of batch) this.#queuedBytes -= byteLength;
      if (fault !== '') this.#lose(batch.length, fault);
      // If events were dropped meanwhile, the collector takes events but is too slow: the trouble goes on.
      else if (this.#dropped === droppedBefore) this.#trouble.end();
    }
  }

  /** Why a batch was lost after all retries; '' if it was delivered. */
  async #deliver(lines: Uint8Array): Promise<string> {
    const { url, retryMs = standardRetryMs } = this.#rules;
    const { signal } = this.#closing;
    for (let attempt = 0; ; attempt++) {
      const { fault, isFinal } = await postLines(url, lines, { dispatcher: this.#agent, signal });
      this.#lastFault = fault;
      const waitMs = retryMs[attempt];
      if (isFinal || waitMs === undefined || signal.aborted) return fault;
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #lose(count: number, reason: string): void {
    this.#dropped += count;
    this.#trouble.begin(reason);
  }
}
