/** The addresses of bidders in a replay: the farm's, with the rest of the original URL (issue 6, item 3). */
import { join } from 'node:path';
import t from 'tap';
import { knownBiddersOf, placeSettings } from '../../bench/replay/bidder-places.ts';

t.test('an address leads to the farm and keeps its host, path, query and macros', async (t) => {
  const bidders = {
    acme: { endpoint: 'https://user:pw@acme.example:8443/bid?zone={{.ZoneID}}' },
    own: { aliasOf: 'acme' },
    late: {
      endpoint: 'http://late.example/b',
      extraInfo: '{"other":"https://two.example/x","no":"https://no.example"}',
    },
    yieldlab: null,
    lab: { adapter: 'yieldlab' },
    'any one': {},
  };
  const calledAt = new Map([['late', new Set(['http://late.example', 'https://two.example'])]]);
  const known = await knownBiddersOf(join(import.meta.dirname, '../..'));
  t.strictSame(placeSettings(bidders, known, { farmPort: 9, calledAt }), [
    'bidders.acme.endpoint=http://127.0.0.1:9/acme/acme.example:8443/bid?zone={{.ZoneID}}',
    'bidders.own.endpoint=http://127.0.0.1:9/own/acme.example:8443/bid?zone={{.ZoneID}}',
    'bidders.late.endpoint=http://127.0.0.1:9/late/late.example/b',
    'bidders.late.extraInfo={"other":"http://127.0.0.1:9/late/two.example/x","no":"https://no.example"}',
    'bidders.yieldlab.endpoint=http://127.0.0.1:9/yieldlab/ad.yieldlab.net/yp/',
    'bidders.lab.endpoint=http://127.0.0.1:9/lab/ad.yieldlab.net/yp/',
    'bidders.any one.endpoint=http://127.0.0.1:9/any%20one/',
  ]);
  t.equal((await knownBiddersOf('/nowhere')).size, 0, 'a checkout without bidders has none');
});
