/** What is counted of calls that were held back (issue 'Overload'). */
import t from 'tap';
import { BlockedCalls } from '../../../src/auction/calls/blocked-calls.ts';

t.test('each bidder has its counts, by what held its calls back', async (t) => {
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
