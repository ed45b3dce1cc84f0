/** A host is told that auctions are refused, whatever the cause (issue 'Overload'). */
import t from 'tap';
import { watchLoop } from '../../../src/auction/overload/watch-loop.ts';
import { until } from '../../support/until.ts';

t.test('auctions that a full queue or maxInFlight refused are reported, with how many since the start', async (t) => {
  const told: unknown[] = [];
  const watch = (fullQueue: number) => {
    const backlog = { waiting: () => 0, completed: () => 0, refused: () => fullQueue };
    const { gate, stop } = watchLoop({ maxDelayMs: 0, maxInFlight: 1 }, backlog, (refused) =>
      told.push({ ...refused }),
    );
    t.teardown(stop);
    return gate;
  };
  watch(0);
  watch(3);
  t.ok(watch(0).refuses(2, performance.now()));
  t.ok(await until(() => told.length === 2));
  t.strictSame(told, [
    { loop: 0, queue: 3, inFlight: 0 },
    { loop: 0, queue: 0, inFlight: 1 },
  ]);
});
