/** Media type rules for bids that are narrower than the shared words. */
import t from 'tap';
import type { BidContext } from '../../../src/adapter/reply-steps.ts';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { mtypeOf, typeAmong, typeAt } from '../../../src/adapter/steps/bid-type.ts';

const c = {} as BidContext;

t.test('mtypeOf reads its own types and refuses any other', async (t) => {
  const rule = mtypeOf('banner', 'native');
  t.equal(rule({ mtype: 1 }, c), 'banner');
  t.equal(rule({ mtype: 4 }, c), 'native');
  t.equal(rule({}, c), undefined, 'a bid without mtype is left to the next rule');
  t.equal(rule({ mtype: 0 }, c), undefined);
  for (const mtype of [2, 3, 5, -1, 1e9]) t.type(rule({ mtype }, c), Refusal, `mtype ${mtype}`);
});

t.test('typeAt reads the name of a media type in any case, and no other value', async (t) => {
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
