/** The names that metrics give to outcomes of calls and imps (decisions, 'One outcome per (imp, bidder)'). */
import t from 'tap';
import type { OutcomeKind } from '../../src/auction/call-records.ts';
import { callEnds, callPlace, givenUpPlaces, impEnds, nonBidPlaces } from '../../src/auction/tally.ts';
import { nonBidCode } from '../../src/errors.ts';

function named(kind: OutcomeKind, status = 0): string | undefined {
  return callEnds[callPlace(kind, status)];
}

t.test('every outcome of a call has its name', async (t) => {
  t.strictSame(
    [200, 204, 400, 503].map((status) => named('reply', status)),
    ['reply', 'no_content', 'bad_status', 'bad_status'],
  );
  const alike = 'timeout late unreachable broken oversized busy cancelled blocked overtaken'.split(' ');
  for (const kind of alike) t.equal(named(kind as OutcomeKind), kind);
  t.equal(named('throttled'), 'blocked');
});

t.test('every reason for no bid has its name', async (t) => {
  const names = Object.entries(nonBidCode).map(([name, code]) => [name, impEnds[nonBidPlaces.get(code) ?? -1]]);
  t.strictSame(Object.fromEntries(names), {
    noBid: 'no_bid',
    error: 'error',
    timeout: 'timeout',
    invalidReply: 'invalid_reply',
    unreachable: 'unreachable',
    blocked: 'blocked',
    channel: 'channel',
    mediaType: 'media_type',
    privacy: 'privacy',
    rejected: 'rejected',
    size: 'size',
    insecure: 'insecure',
    belowFloor: 'below_floor',
    category: 'category',
    belowDealFloor: 'below_deal_floor',
  });
  const givenUp = [...givenUpPlaces].map(([kind, at]) => [kind, impEnds[at]]);
  t.strictSame(Object.fromEntries(givenUp), { busy: 'busy', cancelled: 'cancelled' });
  t.equal(impEnds.at(-1), 'other', 'the last is for those without a name');
});
