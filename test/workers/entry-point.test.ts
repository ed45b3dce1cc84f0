/** Adapters are reporter how a request came in, in the terms that bidders know from Prebid Server (bidders, 'Steps'). */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import sspBC from '../../src/bidders/sspBC.ts';
import { callTexts, createTestHops, prepareMessage, type MessageFacts } from '../support/hops.ts';

const reporter = defineBidder({
  code: 'reporter',
  endpoint: 'http://127.0.0.1:1/',
  capabilities: { site: ['banner'], app: ['banner'], dooh: ['banner'] },
  params: Type.Object({}),
  encode: (_, { auction }) => ({ way: auction.entryPoint }),
  mediaType: ['banner'],
});
const hops = createTestHops({ bidders: { reporter: {}, sspBC: {} } }, [reporter, sspBC]);

const site = { page: 'https://news.example/' };

/** The body of the only call for a request to this bidder. */
function bodyFor(bidder: string, place: object, facts: MessageFacts = {}): unknown {
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { [bidder]: {} } } } }];
  const texts = callTexts(hops.prepare(prepareMessage({ id: 'r1', imp, ...place }, facts)));
  return JSON.parse(texts.get(bidder)?.[0] ?? 'null');
}

t.test('the entry point is that of a site, an app, DOOH or AMP', async (t) => {
  const ways = [{ site }, { app: {} }, { dooh: { id: 'd1' } }].map((place) => bodyFor('reporter', place));
  t.strictSame(ways, [{ way: 'openrtb2-web' }, { way: 'openrtb2-app' }, { way: 'openrtb2-dooh' }]);
  t.strictSame(bodyFor('reporter', { site }, { entryPoint: 'amp' }), { way: 'amp' });
});

t.test('sspBC gets the entry point beside the request', async (t) => {
  t.match(bodyFor('sspBC', { site }), {
    bidRequest: { id: 'r1' },
    requestInfo: { PbsEntryPoint: 'openrtb2-web' },
  });
});
