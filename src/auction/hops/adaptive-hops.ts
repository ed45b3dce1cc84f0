/**
 * Decides for each hop whether it runs on this thread or in the pool (interface, `workers: auto`): here while this thread has time to
 * spare, because crossing threads costs more processor time than it saves; in the pool once this thread would fall behind.
 */
import { withoutKept } from '../hop-bytes.ts';
import type { Hops } from '../pool.ts';

/** Above the first busy share the main thread hands off more hops; below the second it keeps more. */
const mostBusy = 0.8;
const leastBusy = 0.65;
/** How far the kept share of hops moves per step. Handing off is faster, since a hop that waits here delays all others. */
const awayStep = 0.2;
const backStep = 0.05;
/** Messages with more bytes always go to the pool: they would delay every other auction. */
const maxKeptBytes = 128 * 1024;

/** The share of hops that the main thread keeps, adjusted to how busy it is. */
export class Share {
  /** The kept share, 0 (none) to 1 (all). */
  here = 1;
  #credit = 0;

  /** Adjusts the share to the main thread's busy share (0 to 1) since the last call. */
  note(busy: number): void {
    if (busy > mostBusy) this.here = Math.max(0, this.here - awayStep);
    else if (busy < leastBusy) this.here = Math.min(1, this.here + backStep);
  }

  /** Whether the next hop, with this many bytes, stays here. Kept hops are spread evenly, not at random. */
  keeps(bytes: number): boolean {
    if (bytes > maxKeptBytes) return false;
    this.#credit += this.here;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }
}

/** With fewer cores none is free for hops that this thread hands off: then only large messages go to the pool (bench/README, 'Choices'). */
const leastCores = 3;
/** How often the share is adjusted, in milliseconds. */
const adjustEveryMs = 50;

function watchShare(share: Share): NodeJS.Timeout {
  let last = performance.eventLoopUtilization();
  return setInterval(() => {
    const now = performance.eventLoopUtilization();
    share.note(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, adjustEveryMs).unref();
}

/** Runs a kept hop after the hops that the same turn hands off have been posted (`HopBatches`), so those need not wait for it. */
async function afterPosting<Result>(hop: () => Promise<Result>): Promise<Result> {
  // The first await lets all auctions resumed at the same moment go first; the second lets the post that one of them queued go first.
  await Promise.resolve();
  await Promise.resolve();
  return hop();
}

/** Hops on this thread and in the pool, on a machine with this many `cores`. `close` closes both. */
export function adaptiveHops(here: Hops, pool: Hops, cores: number): Hops {
  const share = new Share();
  const timer = cores >= leastCores ? watchShare(share) : undefined;
  return {
    prepare: (message) =>
      share.keeps(message.body.byteLength) ? afterPosting(() => here.prepare(message)) : pool.prepare(message),
    settle: (message) =>
      share.keeps(message.bytes.byteLength)
        ? afterPosting(() => here.settle(message))
        : pool.settle(withoutKept(message)),
    ready: async () => {
      await Promise.all([here.ready(), pool.ready()]);
    },
    backlog: pool.backlog,
    waits: pool.waits,
    close: async () => {
      clearInterval(timer);
      await Promise.all([here.close(), pool.close()]);
    },
  };
}
