/** What is counted of calls that were held back, and that names which requests make up fill no memory (issue 'Overload'). */
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

t.test('the names after the thousandth share a count', async (t) => {
  const blocked = new BlockedCalls();
  for (let at = 0; at < 1003; at++) blocked.add(`name ${at}`, 'breaker');
  blocked.add('name 1002', 'throttle');
  blocked.add('name 7', 'breaker');
  const counts = blocked.byBidder();
  t.equal(counts.size, 1001);
  t.strictSame(counts.get('name 999'), { breaker: 1, throttle: 0 });
  t.equal(counts.get('name 1000'), undefined);
  t.strictSame(counts.get('other'), { breaker: 3, throttle: 1 });
  t.strictSame(counts.get('name 7'), { breaker: 2, throttle: 0 }, 'a name that is known is counted on');
});
