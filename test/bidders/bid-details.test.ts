/** What is told of bids beside their price, and their markup, where no recorded case shows it. */
import t from 'tap';
import type { MediaType } from '../../src/adapter/contract.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import nativo from '../../src/bidders/nativo.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';

/** The only bid of a reply, for an imp of this type. */
function bidOf(
  definition: BidderDefinition,
  bid: object,
  { type = 'banner', note }: { type?: MediaType; note?: unknown } = {},
) {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...bid }] }] };
  return readingOf(bidderOf(definition), { body, note }, [[type]]).bids[0];
}

/** What is told of Nativo's bid to a request whose SDK has these renderers. */
function metaFor(renderers: unknown) {
  const request = { ext: { svc: { sdk: { renderers } } } };
  const { calls } = callsOf(bidderOf(nativo), [{ id: 'i1', banner: { w: 1, h: 1 }, params: {} }], request);
  return bidOf(nativo, {}, { note: calls[0]?.note })?.meta;
}

t.test('Nativo: its own renderer, if the app has it, shows the bids', async (t) => {
  const own = { rendererName: 'nativoRenderer', rendererVersion: '2' };
  t.same(metaFor([{ name: 'other' }, { name: 'nativoRenderer', version: '2' }]), own);
  for (const renderers of [undefined, 'x', [null, { name: 'other' }]]) t.equal(metaFor(renderers), undefined);
});
