/** What the privacy rules do with user ids that plugins add, and where plugins find the ids of a bidder of OpenRTB 2.5 (src/plugins). */
import t from 'tap';
import type { Plugin } from '../../src/plugins/contract.ts';
import { callTexts, createTestHops, prepareMessage, served } from '../support/hops.ts';

const endpoint = 'http://127.0.0.1:1/';
const bidders = { old: { endpoint }, new: { endpoint, ortbVersion: '2.6' } };
const idOf = (source: string) => ({ source, uids: [{ id: '1' }] });
const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { old: {}, new: {} } } } }],
  site: { page: 'https://news.example/' },
};

/** What each bidder gets as `user`, and what the plugin saw there before it added its id. */
function usersOf(body: object) {
  const seen: unknown[] = [];
  const plugin: Plugin = {
    auctionRequest: (request) => ({ ...request, user: { eids: [idOf('auction.example')] } }),
    bidderRequest(request) {
      seen.push(request.user);
      return { ...request, user: { ...request.user, data: [{ id: 'of the plugin' }] } };
    },
  };
  const stated = { file: 'ids.ts' };
  const hops = createTestHops({ bidders, plugins: { ids: stated } }, [], new Map([['ids', plugin]]));
  const texts = callTexts(served(hops.prepare(prepareMessage(body))));
  return { seen, sent: ['old', 'new'].map((name) => JSON.parse(texts.get(name)![0]!).user) };
}

t.test("ids that auctionRequest adds are in the place of the bidder's version", async (t) => {
  const eids = [idOf('auction.example')];
  const data = [{ id: 'of the plugin' }];
  const { seen, sent } = usersOf(request);
  t.strictSame(seen, [{ ext: { eids } }, { eids }]);
  t.strictSame(sent, [
    { ext: { eids }, data },
    { eids, data },
  ]);
});

t.test('privacy rules remove what auctionRequest adds, but not what bidderRequest adds', async (t) => {
  const { seen, sent } = usersOf({ ...request, regs: { coppa: 1 } });
  for (const user of seen) t.notMatch(JSON.stringify(user ?? {}), /eids/);
  for (const user of sent) t.strictSame(user, { data: [{ id: 'of the plugin' }] });
});
