/** Rounding a bid's duration to those of its pod (implementations A `applyCategoryMapping`, B `resolveDuration`). */
import t from 'tap';
import { readDuration, roundDuration } from '../../../src/stages/settle/round-duration.ts';

t.test('the duration is the first value that is a number above 0', async (t) => {
  t.equal(readDuration([undefined, 30, 15]), 30);
  t.equal(readDuration([0, '30', NaN, Infinity, -5, 15]), 15);
  t.equal(readDuration([null, {}]), 0);
});

t.test('a duration is rounded up to the shortest one of the pod that fits, in any order', async (t) => {
  for (const [seconds, expected] of [
    [0, 10],
    [10, 10],
    [10.1, 30],
    [30, 30],
    [31, 60],
    [60.5, undefined],
  ] as const) {
    t.equal(roundDuration(seconds, [60, 10, 30]), expected, `${seconds} s`);
  }
});

t.test('without durations of the pod it is rounded up to a whole second', async (t) => {
  t.equal(roundDuration(29.5, []), 30);
  t.equal(roundDuration(0, []), 0);
});
