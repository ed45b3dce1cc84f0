/** An imp that is changed for many bidders: its unchanged parts are not parsed again for each (decisions, '`imp.ext.svc.imp.<bidder>`'). */
import t from 'tap';
import { countedHops, noCosts } from '../costs.ts';
import { callTexts, createTestHops, prepareMessage } from '../../support/hops.ts';

const codes = Array.from({ length: 30 }, (_, at) => `bidder${at}`);
const bidders = Object.fromEntries(codes.map((code) => [code, { endpoint: 'http://127.0.0.1:1/' }]));
const assets = Array.from({ length: 500 }, () => ({ title: { len: 5 } }));

t.test('a long native request is parsed once per distinct text, not once per bidder', async (t) => {
  const costs = noCosts();
  const hops = countedHops(createTestHops({ bidders }), () => costs);
  const native = { request: JSON.stringify({ assets }) };
  const own = { request: JSON.stringify({ assets: [{ data: { type: 1 } }] }) };
  const imp = Object.fromEntries(codes.map((code) => [code, { native: { ver: '1.2' } }]));
  const svc = {
    bidder: Object.fromEntries(codes.map((code) => [code, {}])),
    imp: { ...imp, bidder7: { native: own } },
  };
  const body = JSON.stringify({
    id: 'r',
    imp: [{ id: 'i', native, ext: { svc } }],
    site: { page: 'https://a.example/' },
  });
  const texts = callTexts(hops.prepare(prepareMessage(body)));
  t.ok(costs.parsedChars < 3 * body.length, `${costs.parsedChars} characters`);
  const sent = (code: string) => JSON.parse(JSON.parse(texts.get(code)![0]!).imp[0].native.request).assets;
  t.strictSame(sent('bidder3').slice(0, 2), [
    { title: { len: 5 }, id: 0 },
    { title: { len: 5 }, id: 1 },
  ]);
  t.strictSame(sent('bidder7'), [{ data: { type: 1 }, id: 0 }]);
});
