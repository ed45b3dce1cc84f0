/**
 * Asks for what comes while every connection to a source is in use in few questions (issue 7, 'Must hold'). One by one in a queue
 * they would be asked when nobody waits for them any more, and as long as more come, none would ever be answered in time.
 */
import type { SourceLimits, Store, StoredKey } from './store.ts';

type Fetch = Store['fetch'];

interface Waiting {
  readonly keys: readonly StoredKey[];
  readonly sinceMs: number;
  readonly resolve: (texts: Awaited<ReturnType<Fetch>>) => void;
  readonly reject: (error: unknown) => void;
}

/** What is wrong with something that was asked for: another question need not have it. */
export class FaultyQuestion extends Error {}

/** A question takes no more look-ups once it has so many keys: its answer must not be too long. */
const enoughKeys = 100;

/**
 * `fetch` with at most `connections` questions under way; look-ups that wait for one longer than `giveUpMs` reject. A question that fails
 * leaves them to the others: where a connection cannot be made, those there are may work. A faulty one is asked again look-up by
 * look-up: what one of them names must not fail another.
 */
export function joinLookUps(fetch: Fetch, { connections, giveUpMs }: SourceLimits): Fetch {
  let underWay = 0;
  const waiting: Waiting[] = [];
  const ask: Fetch = async (keys) => {
    underWay += 1;
    let isAnswered = false;
    try {
      const texts = await fetch(keys);
      isAnswered = true;
      return texts;
    } finally {
      underWay -= 1;
      giveUpOld(waiting, giveUpMs);
      if (isAnswered || underWay === 0) askNext();
    }
  };
  const askNext = (): void => {
    let count = 0;
    let keyCount = 0;
    while (count < waiting.length && keyCount < enoughKeys) keyCount += waiting[count++]!.keys.length;
    if (count > 0) askTogether(waiting.splice(0, count));
  };
  const askTogether = (joined: readonly Waiting[]): void => {
    const answer = ask(joined.flatMap(({ keys }) => keys));
    let start = 0;
    for (const { keys, resolve, reject } of joined) {
      const from = start;
      start += keys.length;
      const own = answer.then((texts) => texts.slice(from, from + keys.length));
      (joined.length === 1 ? own : unlessFaulty(own, () => ask(keys))).then(resolve, reject);
    }
  };
  return (keys) => {
    if (underWay < connections) return ask(keys);
    return new Promise((resolve, reject) => {
      waiting.push({ keys, sinceMs: performance.now(), resolve, reject });
    });
  };
}

/** What `answer` gives, or `again` where the question was faulty. */
async function unlessFaulty(answer: ReturnType<Fetch>, again: () => ReturnType<Fetch>): ReturnType<Fetch> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FaultyQuestion) return again();
    throw error;
  }
}

/** Rejects those of `waiting` that have waited for `giveUpMs`: the first ones. */
function giveUpOld(waiting: Waiting[], giveUpMs: number): void {
  const oldestMs = performance.now() - giveUpMs;
  while (waiting.length > 0 && waiting[0]!.sinceMs <= oldestMs)
    waiting.shift()!.reject(new Error(`every connection was in use for ${giveUpMs} ms`));
}
