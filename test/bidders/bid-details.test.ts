/** Meta data, video details and markup of bids, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import amx from '../../src/bidders/amx.ts';
import consumable from '../../src/bidders/consumable.ts';
import criteo from '../../src/bidders/criteo.ts';
import insticator from '../../src/bidders/insticator.ts';
import nativo from '../../src/bidders/nativo.ts';
import scalibur from '../../src/bidders/scalibur.ts';
import smaato from '../../src/bidders/smaato.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** The single bid of a reply for an imp of this type. */
function bidOf(
  definition: BidderDefinition,
  bid: object,
  { type = 'banner', note }: { type?: MediaType; note?: unknown } = {},
) {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...bid }] }] };
  return readingOf(bidderOf(definition), { body, note }, [[type]]).bids[0];
}

t.test('AMX: meta has advertiser domains and demand source; the error of a reply has its no-bid code', async (t) => {
  t.match(
    bidOf(amx, { adomain: ['a.example'], ext: { ds: 'x' } })?.meta,
    wholeLists({
      advertiserDomains: ['a.example'],
      demandSource: 'x',
    }),
  );
  const bare = bidOf(amx, { adomain: [] });
  t.match(bare?.meta, { advertiserDomains: undefined, demandSource: undefined });
  const { problems } = readingOf(bidderOf(amx), { status: 400, headers: ['x-nbr', '3b'] });
  t.match(problems, wholeLists([{ code: 2, message: /400.*3b/ }]));
});

t.test('Consumable: a video has its duration and no category', async (t) => {
  const bid = { mtype: 2, dur: 30, cat: ['IAB15', 'IAB1'] };
  t.strictSame(bidOf(consumable, bid, { type: 'video' })?.video, { duration: 30 });
  t.match(bidOf(consumable, { ...bid, mtype: 1 }), { type: 'banner', video: undefined });
});

t.test("Criteo: meta has the network's name, and ext.igi has one auction configuration per imp", async (t) => {
  t.strictSame(bidOf(criteo, { ext: { prebid: { type: 'banner', networkName: 'n' } } })?.meta, { networkName: 'n' });
  const ext = { igi: [{ impid: 'i1', igs: [{}, { config: null }, { config: { a: 1 } }] }] };
  t.strictSame(readingOf(bidderOf(criteo), { body: { ext } }).fledge, [
    { impid: 'i1', bidder: 'criteo', config: { a: 1 } },
  ]);
});

t.test('Insticator: meta has advertiser domains, media type and first category', async (t) => {
  t.strictSame(
    bidOf(insticator, { mtype: 2, adomain: ['a.example'], cat: ['IAB1-1', 'IAB2'] }, { type: 'video' })?.meta,
    {
      seat: undefined,
      advertiserDomains: ['a.example'],
      mediaType: 'video',
      primaryCatId: 'IAB1-1',
    },
  );
  t.match(bidOf(insticator, {})?.meta, { advertiserDomains: undefined, mediaType: 'banner', primaryCatId: undefined });
});

t.test('Insticator: meta has the seat of the reply unless it is longer than 128 characters', async (t) => {
  for (const [seat, expected] of [
    ['s', 's'],
    ['s'.repeat(129), undefined],
  ]) {
    const body = { seatbid: [{ seat, bid: [{ id: 'b', impid: 'i1', price: 1 }] }] };
    t.match(readingOf(bidderOf(insticator), { body }).bids[0]?.meta, { seat: expected });
  }
});

/** The meta of Nativo's bid for a request whose SDK has these renderers. */
function metaFor(renderers: unknown) {
  const request = { ext: { svc: { sdk: { renderers } } } };
  const { calls } = callsOf(bidderOf(nativo), [{ id: 'i1', banner: { w: 1, h: 1 }, params: {} }], request);
  return bidOf(nativo, {}, { note: calls[0]?.note })?.meta;
}

t.test("Nativo: meta names Nativo's renderer if the app has it", async (t) => {
  const own = { rendererName: 'nativoRenderer', rendererVersion: '2' };
  t.strictSame(metaFor([{ name: 'other' }, { name: 'nativoRenderer', version: '2' }]), own);
  for (const renderers of [undefined, 'x', [null, { name: 'other' }]]) t.equal(metaFor(renderers), undefined);
  const long = metaFor([{ name: 'nativoRenderer', version: '2'.repeat(1000) }]);
  t.strictSame(long, { ...own, rendererVersion: '2'.repeat(50) }, 'a long version is cut');
});

t.test('Scalibur: a video has vastXml, else adm, else a wrapper of vastUrl', async (t) => {
  const vastUrl = '//u';
  const bids = [{ adm: 'a', ext: { vastXml: 'v', vastUrl } }, { adm: 'a', ext: { vastUrl } }, { ext: { vastUrl } }];
  t.match(
    bids.map((bid) => bidOf(scalibur, bid, { type: 'video' })?.bid['adm']),
    wholeLists(['v', 'a', /VASTAdTagURI.*\/\/u/]),
  );
});

t.test('Smaato: only the header gives the type of the markup', async (t) => {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, adm: '{"image":{}}' }] }] };
  t.match(readingOf(bidderOf(smaato), { body }), wholeLists({ bids: [], problems: [{ code: 3 }] }));
  t.match(
    readingOf(bidderOf(smaato), { body, headers: ['x-smt-adtype', 'Img'] }).bids,
    wholeLists([{ type: 'banner' }]),
  );
});
