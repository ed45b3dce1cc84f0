/**
 * Notifies bidders that ask for it that a call had no reply by the deadline (implementation A 3): in the background, once, and nobody waits
 * for it. Notices use their own connections, so they do not affect what is known about how bidders answer calls.
 */
import { FanOut, type FanOutOptions } from './fan-out.ts';
import type { NoticesReading } from '../observe/metrics/guard-families.ts';
import { neverCancelled } from './cancel.ts';
import type { CallRecord } from './call-records.ts';
import type { CallToSend, SettledCall } from './settled-call.ts';

/** How long a notice may take, in milliseconds. */
const noticeTimeoutMs = 200;
/** Most notices in flight in one process; further ones are dropped. */
const mostInFlight = 64;

const bounds = {
  connectionsPerOrigin: mostInFlight,
  maxOrigins: 64,
  connectTimeoutMs: noticeTimeoutMs,
  maxReplyBytes: 16_384,
  drainGraceMs: 0,
} as const;

/** Sends the notices of one process. */
export class TimeoutNotices {
  readonly #fanOut: FanOut;
  #inFlight = 0;
  readonly #counts = { delivered: 0, failed: 0, dropped: 0 };

  /** Hosts outside `hosts.ownHosts` (those that the configuration names) must have addresses on the internet. */
  constructor(hosts: Pick<FanOutOptions, 'ownHosts'>) {
    this.#fanOut = new FanOut({ ...bounds, ...hosts });
  }

  /** Notices since the start, by outcome. */
  get counts(): NoticesReading {
    return this.#counts;
  }

  /** Sends notices for the calls that timed out, once the auction itself has gone on. */
  readonly note = (calls: readonly CallToSend[], outcomes: readonly SettledCall[]): void => {
    for (const [at, { record }] of calls.entries()) {
      if (record.timeoutUri === undefined || outcomes[at]?.kind !== 'timeout') continue;
      if (this.#inFlight >= mostInFlight) this.#counts.dropped += 1;
      else this.#send(record, record.timeoutUri);
    }
  };

  /** Ends the notices in flight; later ones fail. */
  close(): Promise<void> {
    return this.#fanOut.close();
  }

  #send({ bidder }: CallRecord, uri: string): void {
    this.#inFlight += 1;
    const record = { bidder, method: 'GET', uri, headers: [], body: { start: 0, end: 0 } };
    setImmediate(async () => {
      const [end] = await this.#fanOut.send(
        [{ record, body: null }],
        performance.now() + noticeTimeoutMs,
        neverCancelled,
      );
      this.#inFlight -= 1;
      this.#counts[end!.kind === 'reply' && end!.status < 300 ? 'delivered' : 'failed'] += 1;
    });
  }
}
