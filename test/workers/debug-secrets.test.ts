/** Secrets that debug output must not show, through both hops (decisions, 'debug'). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { answerOf, createTestHops, plainTerms, prepareMessage, replying, served } from '../support/hops.ts';

t.test('the token of an endpoint is masked in the address and in the reply, also for an alias', async (t) => {
  const endpoint = 'http://127.0.0.1:1/bid?seat=gavel-7&token=tok%2F9999';
  const hops = createTestHops({ bidders: { bidderA: { endpoint } } });
  const svc = { bidder: { bidderA: {}, alias: {} } };
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc } }];
  const ext = { svc: { debug: true, aliases: { alias: 'bidderA' } } };
  const prepared = served(
    hops.prepare(prepareMessage({ id: 'r1', imp, site: { page: 'https://news.example/' }, ext })),
  );
  const replies = [replying({ ext: { asked: 'tok/9999' } }), replying({})];
  const { httpcalls } = answerOf(hops.settle(settleMessage(prepared, replies, plainTerms))).ext.debug;
  const uri = 'http://127.0.0.1:1/bid?seat=gavel-7&token=***';
  t.match(httpcalls, { bidderA: [{ uri, responsebody: '{"ext":{"asked":"***"}}' }], alias: [{ uri }] });
});
