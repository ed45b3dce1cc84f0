/**
 * Asks for what comes while every connection to a source is in use in few questions (issue 7, 'Must hold'). One by one in a queue
 * they would be asked when nobody waits for them any more, and as long as more come, none would ever be answered in time.
 */
import { QuestionRoom, type Growing } from './question-room.ts';
import { maxTextBytes, type SourceLimits, type Store, type StoredKey } from './store.ts';

type Fetch = Store['fetch'];

interface Waiting {
  readonly keys: readonly StoredKey[];
  readonly sinceMs: number;
  readonly resolve: (texts: Awaited<ReturnType<Fetch>>) => void;
  readonly reject: (error: unknown) => void;
}

/** What is wrong with something that was asked for: another question need not have it. */
export class FaultyQuestion extends Error {}

/** The fault of a question whose answer has a text that is longer than any may be. */
export function tooLongText(): FaultyQuestion {
  return new FaultyQuestion(`a stored text is longer than ${maxTextBytes} bytes: shorten it`);
}

/** A question takes no more look-ups once it has so many keys: its answer must not be too long. */
const enoughKeys = 100;

/** So many look-ups of faulty questions wait to be asked for alone; those of further ones fail with theirs, or nobody would be answered in time. */
const mostDoubted = 30;

/**
 * `fetch` with at most `connections` questions under way; look-ups that wait for one longer than `giveUpMs` reject. A question that fails
 * leaves them to the others: where a connection cannot be made, those there are may work. The look-ups of a faulty one are asked for
 * again, each alone, in turn with those that wait: what one of them names must not fail another. Where connections are `growing`, one is
 * added as soon as look-ups wait, but none waits for that one: it would be late.
 */
export function joinLookUps(fetch: Fetch, limits: SourceLimits, growing?: Growing): Fetch {
  const { giveUpMs } = limits;
  const room = new QuestionRoom(limits, growing);
  let underWay = 0;
  let isDoubtedTurn = false;
  const waiting: Waiting[] = [];
  const doubted: Waiting[] = [];
  const ask = async (joined: readonly Waiting[]): Promise<void> => {
    underWay += 1;
    let isAnswered = true;
    try {
      const texts = await fetch(joined.flatMap(({ keys }) => keys));
      let end = 0;
      for (const { keys, resolve } of joined) resolve(texts.slice(end, (end += keys.length)));
    } catch (error) {
      isAnswered = error instanceof FaultyQuestion;
      const isAskedAgain = isAnswered && joined.length > 1 && doubted.length + joined.length <= mostDoubted;
      if (isAskedAgain) doubted.push(...joined);
      else for (const { reject } of joined) reject(error);
    }
    underWay -= 1;
    for (const queue of [waiting, doubted]) giveUpOld(queue, giveUpMs);
    goOn(isAnswered ? room.size : 1);
  };
  const goOn = (most: number): void => {
    for (let free = most - underWay; free > 0 && waiting.length + doubted.length > 0; free -= 1) void ask(next());
  };
  const next = (): Waiting[] => {
    isDoubtedTurn = doubted.length > 0 && (waiting.length === 0 || !isDoubtedTurn);
    return isDoubtedTurn ? doubted.splice(0, 1) : takeJoined(waiting);
  };
  return (keys) =>
    new Promise((resolve, reject) => {
      const one = { keys, sinceMs: performance.now(), resolve, reject };
      if (underWay < room.size) return void ask([one]);
      waiting.push(one);
      void room.grow().then(() => goOn(room.size));
    });
}

/** Takes out of `waiting` what one question may ask for. */
function takeJoined(waiting: Waiting[]): Waiting[] {
  let count = 0;
  let keyCount = 0;
  while (count < waiting.length && keyCount < enoughKeys) keyCount += waiting[count++]!.keys.length;
  return waiting.splice(0, count);
}

/** Rejects those of `waiting` that have waited for `giveUpMs`: the first ones. */
function giveUpOld(waiting: Waiting[], giveUpMs: number): void {
  const oldestMs = performance.now() - giveUpMs;
  while (waiting.length > 0 && waiting[0]!.sinceMs <= oldestMs)
    waiting.shift()!.reject(new Error(`every connection was in use for ${giveUpMs} ms`));
}
