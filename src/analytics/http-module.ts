/** The analytics module that posts batches of JSON lines (issue 3, item 5): a collector that is down or slow loses events, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { checkIdentity } from '../server-identity.ts';
import { postLines } from './post-lines.ts';
import { Trouble, type OnTrouble } from '../seldom.ts';
import type { AnalyticsModule } from './module.ts';

/** Where events go and how many at a time; `retryMs` is the wait before each further try, three of them when not stated. */
export interface PostRules {
  readonly url: string;
  readonly batchSize: number;
  readonly flushMs: number;
  readonly maxQueued: number;
  readonly retryMs?: readonly number[];
}

/** Events that may wait, in bytes, however few they are. */
const maxQueuedBytes = 67_108_864;

const standardRetryMs: readonly number[] = [250, 1000, 4000];

/** How long closing waits for the collector, in milliseconds. */
const closeMs = 2000;

/** Posts to a collector, one batch at a time. */
export class HttpModule implements AnalyticsModule {
  readonly name = 'http';
  readonly #rules: PostRules;
  readonly #trouble: Trouble<string>;
  // HTTP/1.1, since a post over HTTP/2 may never end where the collector breaks off.
  readonly #agent = new Agent({
    connections: 1,
    connect: { timeout: 5000, checkServerIdentity: checkIdentity },
    allowH2: false,
  });
  readonly #closing = new AbortController();
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  /** Why the last post was in vain, '' when it was not. */
  #lastFault = '';

  /** `onEnd` hears of the end of a trouble that `onTrouble` was told of. */
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
      this.#lose(1, this.#lastFault || 'the collector of events is too slow');
      return;
    }
    this.#queue.push(line);
    this.#queuedBytes += line.byteLength;
    if (this.#sending !== undefined) return;
    // A queue that would be full before its batch is must not wait for it: events would be lost to a collector that is well.
    const most = Math.min(this.#rules.batchSize, this.#rules.maxQueued);
    if (this.#queue.length >= most || this.#queuedBytes > maxQueuedBytes / 2) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#rules.flushMs).unref();
  }

  async close(): Promise<void> {
    if (this.#sending === undefined) this.#send();
    const timer = setTimeout(() => this.#closing.abort(), closeMs);
    await this.#sending;
    clearTimeout(timer);
    this.#closing.abort();
    await this.#agent.destroy();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
      // It came when the last batch was taken already.
      if (this.#queue.length > 0) this.#send();
    });
  }

  /** Sends until nothing waits: what came while a batch was under way has waited long enough. */
  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, this.#rules.batchSize);
      const droppedBefore = this.#dropped;
      const fault = this.#closing.signal.aborted ? 'the service has ended' : await this.#deliver(Buffer.concat(batch));
      // Only now do they wait no longer: a batch under way counts against the bounds.
      this.#queue = this.#queue.slice(batch.length);
      for (const { byteLength } of batch) this.#queuedBytes -= byteLength;
      if (fault !== '') this.#lose(batch.length, fault);
      // A collector that takes events, but too slowly, still loses some.
      else if (this.#dropped === droppedBefore) this.#trouble.end();
    }
  }

  /** Why a batch was lost after every try, '' when it was taken. */
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
