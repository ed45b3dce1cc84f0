/** The tally of an auction becomes counts by bidder (issue 7, item 5). */
import t from 'tap';
import { callPlace, tallied } from '../../../src/auction/tally.ts';
import { BidderCounts } from '../../../src/observe/metrics/bidder-counts.ts';
import { KnownCodes } from '../../../src/observe/metrics/known-codes.ts';

t.test('calls that were not sent or not waited for are counted, without a duration', async (t) => {
  const counts = new BidderCounts(new KnownCodes(['acme']));
  // 'cancelled': the client left, or this process was ending.
  const kinds = ['timeout', 'late', 'busy', 'cancelled', 'blocked', 'throttled', 'overtaken'] as const;
  counts.note(kinds.flatMap((kind) => [0, tallied.call + callPlace(kind, 0), 300]));
  const samples = (name: string) =>
    counts
      .families()
      .find((family) => family.name === name)!
      .samples();
  const ofAcme = samples('gavel_bidder_calls_total').filter(({ labels }) => labels['bidder'] === 'acme');
  const calls = ofAcme.map(({ labels, value }) => [labels['outcome'], value]);
  t.strictSame(calls, [
    ['timeout', 1],
    ['late', 1],
    ['busy', 1],
    ['cancelled', 1],
    ['blocked', 2],
    ['overtaken', 1],
  ]);
  const timed = samples('gavel_bidder_call_seconds').filter(({ labels }) => labels['bidder'] === 'acme');
  const total = (end: string) =>
    timed.find(({ metricName }) => metricName === `gavel_bidder_call_seconds_${end}`)?.value;
  t.strictSame([total('count'), total('sum')], [1, 0.3]);
});

t.test('bidders whose codes differ only in digits at the end are counted apart', async (t) => {
  const counts = [
    { code: 'acme', reason: 10, count: 1 },
    { code: 'acme1', reason: 0, count: 2 },
  ];
  t.strictSame(new KnownCodes(['acme', 'acme1']).summed('reason', counts), [
    { labels: { bidder: 'acme', reason: '10' }, value: 1 },
    { labels: { bidder: 'acme1', reason: '0' }, value: 2 },
  ]);
});
