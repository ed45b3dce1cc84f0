/** Rules for a bid's media type that are narrower than the shared words. */
import t from 'tap';
import type { BidContext } from '../../../src/adapter/reply-steps.ts';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { mtypeOf, typeAmong, typeAt } from '../../../src/adapter/steps/bid-type.ts';

const c = {} as BidContext;

t.test('mtypeOf knows its own types and drops bids of others', async (t) => {
  const rule = mtypeOf('banner', 'native');
  t.equal(rule({ mtype: 1 }, c), 'banner');
  t.equal(rule({ mtype: 4 }, c), 'native');
  t.equal(rule({}, c), undefined, 'a silent bid is left to the next rule');
  t.equal(rule({ mtype: 0 }, c), undefined);
  for (const mtype of [2, 3, 5, -1, 1e9]) t.type(rule({ mtype }, c), Refusal, `mtype ${mtype}`);
});

t.test('typeAt reads a name in any case, and nothing else', async (t) => {
  const rule = typeAt('ext', 'kind');
  t.equal(rule({ ext: { kind: 'Video' } }, c), 'video');
  for (const ext of [undefined, {}, { kind: 'clip' }, { kind: 2 }, { kind: ['video'] }]) {
    t.equal(rule(ext === undefined ? {} : { ext }, c), undefined, JSON.stringify(ext));
  }
});

t.test('typeAmong knows only the media types that it is given', async (t) => {
  const rule = typeAmong(['banner', 'video'], 'ext', 'kind');
  t.equal(rule({ ext: { kind: 'VIDEO' } }, c), 'video');
  t.equal(rule({ ext: { kind: 'native' } }, c), undefined);
});
