/**
 * Joins the look-ups that arrive while every connection to a source is in use into few queries (issue 7, 'Must hold'). Queued one by one,
 * they would be sent when their callers have given up; under steady overload none would ever be answered in time.
 */
import { QueryRoom, type Growing } from './query-room.ts';
import { FaultyQuery, type SourceLimits, type Store, type StoredKey } from './store.ts';

type Fetch = Store['fetch'];

interface Waiting {
  readonly keys: readonly StoredKey[];
  readonly sinceMs: number;
  readonly resolve: (texts: Awaited<ReturnType<Fetch>>) => void;
  readonly reject: (error: unknown) => void;
}

/** A query takes no more look-ups once it has this many keys: its answer must not be too long. */
const enoughKeys = 100;

/**
 * How many look-ups of faulty queries may wait to be retried alone. Further ones fail with their query; otherwise nobody would be answered
 * in time.
 */
const maxDoubted = 30;

/**
 * `fetch` with at most `connections` queries in flight. Look-ups that wait longer than `giveUpMs` reject. After a query that failed, the
 * waiting look-ups are left to the queries still in flight: where a connection cannot be made, the existing ones may work. The look-ups of
 * a faulty query are retried, each alone, alternating with those that wait: what one of them names must not fail another. Where connections
 * are `growing`, one is added as soon as look-ups wait, but none waits for the new one: that would be too slow.
 */
export function joinLookUps(fetch: Fetch, limits: SourceLimits, growing?: Growing): Fetch {
  const { giveUpMs } = limits;
  const room = new QueryRoom(limits, growing);
  let underWay = 0;
  let isTurnOfDoubted = false;
  const waiting: Waiting[] = [];
  let doubted: Waiting[] = [];
  const ask = async (joined: readonly Waiting[]): Promise<void> => {
    underWay += 1;
    let isAnswered = true;
    try {
      const texts = await fetch(joined.flatMap(({ keys }) => keys));
      let end = 0;
      for (const { keys, resolve } of joined) resolve(texts.slice(end, (end += keys.length)));
    } catch (error) {
      isAnswered = error instanceof FaultyQuery;
      const isRetried = isAnswered && joined.length > 1 && doubted.length + joined.length <= maxDoubted;
      if (isRetried) doubted = [...doubted, ...joined].toSorted(byAge);
      else for (const { reject } of joined) reject(error);
    }
    underWay -= 1;
    startQueries(isAnswered ? room.size : 1);
  };
  const startQueries = (maxInFlight: number): void => {
    for (const queue of [waiting, doubted]) giveUpOld(queue, giveUpMs);
    for (let free = maxInFlight - underWay; free > 0 && waiting.length + doubted.length > 0; free -= 1)
      void ask(next());
  };
  const next = (): Waiting[] => {
    isTurnOfDoubted = doubted.length > 0 && (waiting.length === 0 || !isTurnOfDoubted);
    return isTurnOfDoubted ? doubted.splice(0, 1) : takeJoined(waiting);
  };
  return (keys) =>
    new Promise((resolve, reject) => {
      const one = { keys, sinceMs: performance.now(), resolve, reject };
      if (underWay < room.size) return void ask([one]);
      waiting.push(one);
      void room.grow().then(() => startQueries(room.size));
    });
}

/** The oldest first. The later of two faulty queries may have failed first. */
function byAge(one: Waiting, other: Waiting): number {
  return one.sinceMs - other.sinceMs;
}

/** Removes from `waiting` the look-ups of one query. */
function takeJoined(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let keyCount = 0;
  while (count < waiting.length && keyCount < enoughKeys) keyCount += waiting[count++]!.keys.length;
  return waiting.splice(0, count);
}

/** Rejects the look-ups that have waited for `giveUpMs`: they are at the front. */
function giveUpOld(waiting: Waiting[], giveUpMs: number): void {
  const oldestMs = performance.now() - giveUpMs;
  while (waiting.length > 0 && waiting[0]!.sinceMs <= oldestMs)
    waiting.shift()!.reject(new Error(`every connection was in use for ${giveUpMs} ms`));
}
