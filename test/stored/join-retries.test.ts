/** In which order the look-ups of faulty joined queries are retried (src/stored/join-look-ups). */
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { joinLookUps } from '../../src/stored/join-look-ups.ts';
import { FaultyQuery } from '../../src/stored/store.ts';
import { imp } from './imp.ts';

t.test(
  'the look-ups of two faulty queries are retried with the oldest first, whichever query fails first',
  async (t) => {
    const asked: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    const fetch = joinLookUps(
      async (keys) => {
        asked.push(keys.map(({ id }) => id).join(' '));
        const end = Promise.withResolvers<void>();
        ends.push(end);
        await end.promise;
        return keys.map(() => undefined);
      },
      { connections: 2, giveUpMs: 60_000 },
    );
    const look = (...ids: string[]): Promise<unknown>[] => ids.map((id) => fetch([imp(id)]));
    const fails = async (at: number): Promise<void> => {
      ends[at]!.reject(new FaultyQuery('it is refused'));
      await turn();
    };
    const ended = look('x', 'y', 'a', 'b');
    ends[0]!.resolve();
    await turn();
    ended.push(...look('c', 'd'));
    ends[1]!.resolve();
    await turn();
    await fails(3);
    await fails(2);
    t.strictSame(asked, ['x', 'y', 'a b', 'c d', 'c', 'a']);
    for (let at = 4; at < 8; at++) {
      ends[at]!.resolve();
      await turn();
    }
    await Promise.all(ended);
    t.strictSame(asked.slice(6), ['b', 'd']);
  },
);
