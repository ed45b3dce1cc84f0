/** Counts of blocked calls (issue 'Overload'). */
import t from 'tap';
import { BlockedCalls } from '../../../src/auction/calls/blocked-calls.ts';

t.test('blocked calls are counted by bidder and by cause', async (t) => {
  const blocked = new BlockedCalls();
  for (const by of ['breaker', 'throttle', 'throttle', 'breaker', 'throttle'] as const) blocked.add('a', by);
  blocked.add('b', 'breaker');
  t.strictSame(
    [...blocked.byBidder()],
    [
      ['a', { breaker: 2, throttle: 3 }],
      ['b', { breaker: 1, throttle: 0 }],
    ],
  );
});
