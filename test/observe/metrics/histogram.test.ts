/** Which bucket counts a value, and the samples for Prometheus (issue 7, item 5). */
import t from 'tap';
import { Histogram, millisecondBuckets, plainBuckets } from '../../../src/observe/metrics/histogram.ts';

const shown = (one: Histogram) =>
  one.samples('x', {}).map(({ metricName, labels, value }) => [metricName, labels['le'], value]);

t.test('a value counts in the bucket whose limit it equals, and in all above', async (t) => {
  const prices = new Histogram(plainBuckets(1, 5));
  for (const value of [0, 1, 1.5, 5, 7]) prices.note(value);
  t.equal(prices.count, 5);
  t.strictSame(shown(prices), [
    ['x_bucket', '1', 2],
    ['x_bucket', '5', 4],
    ['x_bucket', '+Inf', 5],
    ['x_sum', undefined, 14.5],
    ['x_count', undefined, 5],
  ]);
});

t.test('milliseconds are shown in seconds', async (t) => {
  const waits = new Histogram(millisecondBuckets(0.1, 250));
  waits.note(250);
  t.strictSame(shown(waits), [
    ['x_bucket', '0.0001', 0],
    ['x_bucket', '0.25', 1],
    ['x_bucket', '+Inf', 1],
    ['x_sum', undefined, 0.25],
    ['x_count', undefined, 1],
  ]);
});
