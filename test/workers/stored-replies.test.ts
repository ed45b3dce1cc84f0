/** Stored responses in the two hops: texts that no stored JSON of a case can be (spec 4.1.6). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { textAt } from '../../src/auction/messages.ts';
import { createTestHops, prepareMessage } from '../support/hops.ts';

t.test('an empty stored bid response is no bid and no error, as an empty live reply is', async (t) => {
  const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
  const svc = { bidder: { bidderA: {} }, storedbidresponse: [{ bidder: 'bidderA', id: 'e' }] };
  const request = {
    id: 'r1',
    imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc } }],
    site: { page: 'https://news.example/' },
    ext: { svc: { returnallbidstatus: true } },
  };
  const stored = [{ kind: 'responses', id: 'e', text: new Uint8Array() } as const];
  const prepared = hops.prepare(prepareMessage(request, { stored }));
  if (!prepared.ok) throw new Error(prepared.faults.join('\n'));
  const settled = hops.settle(settleMessage(prepared, [], { rates: null, cacheSeed: '', cached: null }));
  const { seatbid, ext } = JSON.parse(textAt(settled.bytes, settled.answer));
  t.strictSame(seatbid, []);
  t.strictSame(ext.errors, undefined);
  t.strictSame(ext.seatnonbid, [{ seat: 'bidderA', nonbid: [{ impid: 'i1', statuscode: 0 }] }]);
});
