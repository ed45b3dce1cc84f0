/**
 * Tells bidders that want to know it that a call of theirs had no reply by the deadline (implementation A 3): in the background, once,
 * and nobody waits for it. The connections are its own, so that notices say nothing of how a bidder answers calls.
 */
import { FanOut, type FanOutOptions } from './fan-out.ts';
import type { NoticesReading } from '../observe/metrics/guard-families.ts';
import type { CallRecord } from './call-records.ts';
import type { CallToSend, SettledCall } from './settled-call.ts';

/** How long a notice may take, in milliseconds. */
const longestMs = 200;
/** Notices under way at once, in one process; further ones are dropped. */
const mostAtOnce = 64;

const bounds = {
  connectionsPerOrigin: mostAtOnce,
  maxOrigins: 64,
  connectTimeoutMs: longestMs,
  maxReplyBytes: 16_384,
  drainGraceMs: 0,
} as const;

const nobody = { isAborted: false, onAbort: (): void => undefined };

/** Sends the notices of one process. */
export class TimeoutNotices {
  readonly #fanOut: FanOut;
  #underWay = 0;
  readonly #counts = { delivered: 0, failed: 0, dropped: 0 };

  /** Hosts that the configuration does not name must be on the internet. */
  constructor(hosts: Pick<FanOutOptions, 'ownHosts'>) {
    this.#fanOut = new FanOut({ ...bounds, ...hosts });
  }

  get counts(): NoticesReading {
    return this.#counts;
  }

  /** Takes in the ends of an auction's calls. Their auction goes on first. */
  readonly note = (calls: readonly CallToSend[], outcomes: readonly SettledCall[]): void => {
    for (const [at, { record }] of calls.entries()) {
      if (record.timeoutUri === undefined || outcomes[at]?.kind !== 'timeout') continue;
      if (this.#underWay >= mostAtOnce) this.#counts.dropped += 1;
      else this.#send(record, record.timeoutUri);
    }
  };

  /** Ends those under way; none is sent from now on. */
  close(): Promise<void> {
    return this.#fanOut.close();
  }

  #send({ bidder }: CallRecord, uri: string): void {
    this.#underWay += 1;
    const record = { bidder, method: 'GET', uri, headers: [], body: { start: 0, end: 0 } };
    setImmediate(async () => {
      const [end] = await this.#fanOut.send([{ record, body: null }], performance.now() + longestMs, nobody);
      this.#underWay -= 1;
      this.#counts[end!.kind === 'reply' && end!.status < 300 ? 'delivered' : 'failed'] += 1;
    });
  }
}
