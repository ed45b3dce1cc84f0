/** Metrics of breakers and throttles of bidders with several hosts, and of bidders without a configuration (issue 7, item 6). */
import t from 'tap';
import type { Family } from '../../../src/observe/metrics/family.ts';
import { healthFamilies } from '../../../src/observe/metrics/guard-families.ts';
import { KnownCodes } from '../../../src/observe/metrics/known-codes.ts';

/** Labels and value of each sample. */
const shown = ({ samples }: Family): unknown[] =>
  samples().map(({ labels, value }) => [...Object.values(labels), value]);

t.test('a bidder shows the worst state and the greatest blocked share of its hosts', async (t) => {
  const health = [
    { bidder: 'acme', breaker: 'half-open', sentShare: 0.25 },
    { bidder: 'acme', breaker: 'closed', sentShare: 1 },
    { bidder: 'stranger', breaker: 'closed', sentShare: 1 },
    { bidder: 'another', breaker: 'open', sentShare: 0.5 },
  ] as const;
  const blocked = new Map([
    ['acme', { breaker: 1, throttle: 2 }],
    ['stranger', { breaker: 3, throttle: 0 }],
    ['another', { breaker: 4, throttle: 5 }],
  ]);
  const families = healthFamilies(
    () => health,
    () => blocked,
    new KnownCodes(['acme']),
  );
  t.strictSame(families.map(shown), [
    [
      ['acme', 1],
      ['other', 2],
    ],
    [
      ['acme', 0.75],
      ['other', 0.5],
    ],
    [
      ['acme', 'breaker', 1],
      ['acme', 'throttle', 2],
      ['other', 'breaker', 7],
      ['other', 'throttle', 5],
    ],
  ]);
});
