/**
 * Decides hop by hop whether it runs here or in the pool (interface, `workers: auto`): here while this thread has time to
 * spare, because crossing threads costs more processor time than it saves; in the pool once this thread would fall behind.
 */
import { withoutKept } from '../hop-bytes.ts';
import type { Hops } from '../pool.ts';

/** Above this busy share of the main thread it gives hops away, below the other it takes hops back. */
const mostBusy = 0.8;
const leastBusy = 0.65;
/** How fast it does so, in hops of the whole; away is faster, since what waits here waits for everybody. */
const awayStep = 0.2;
const backStep = 0.05;
/** Longer inputs always go to the pool: they would hold up every other auction's deadline. */
const mostBytes = 128 * 1024;

/** Which share of hops the main thread keeps for itself, from how busy it was. */
export class Share {
  /** 0: none, 1: all. */
  here = 1;
  #credit = 0;

  /** Takes note of the busy share (0 to 1) of the main thread since the last note. */
  note(busy: number): void {
    if (busy > mostBusy) this.here = Math.max(0, this.here - awayStep);
    else if (busy < leastBusy) this.here = Math.min(1, this.here + backStep);
  }

  /** Whether the next hop, of so many bytes, stays here: evenly spread, not by chance. */
  keeps(bytes: number): boolean {
    if (bytes > mostBytes) return false;
    this.#credit += this.here;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }
}

/** Fewer cores have none to spare for what this thread gives away: then only long inputs go to the pool (bench/README, 'Choices'). */
const leastCores = 3;
/** How often the share is set anew. */
const everyMs = 50;

function watchShare(share: Share): NodeJS.Timeout {
  let last = performance.eventLoopUtilization();
  return setInterval(() => {
    const now = performance.eventLoopUtilization();
    share.note(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, everyMs).unref();
}

/** Runs a hop that stays once those that its turn gives away have been posted (`HopBatches`): they shall not wait for it. */
async function behindPosted<Result>(hop: () => Promise<Result>): Promise<Result> {
  // All that go on at the same moment come before the first, the posting that one of them may have asked for before the second.
  await Promise.resolve();
  await Promise.resolve();
  return hop();
}

/** Hops on this thread and in the pool, on a machine of so many cores. Closing ends both. */
export function adaptiveHops(here: Hops, pool: Hops, cores: number): Hops {
  const share = new Share();
  const timer = cores >= leastCores ? watchShare(share) : undefined;
  return {
    prepare: (message) =>
      share.keeps(message.body.byteLength) ? behindPosted(() => here.prepare(message)) : pool.prepare(message),
    settle: (message) =>
      share.keeps(message.bytes.byteLength)
        ? behindPosted(() => here.settle(message))
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
