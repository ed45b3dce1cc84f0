/** Every bidder with very long params: checking them and making calls takes linear time, else this file times out. */
import t from 'tap';
import { loadBidders } from '../../src/load-bidders.ts';
import { bidderOf, callsOf } from '../adapter/support.ts';

const { definitions } = await loadBidders();

const length = 100_000;
const values = ['a', '1', '-', '.', 'a-', '1-', 'a.', '_'].map((text) => `${text.repeat(length / text.length)}!`);
const secrets = { platformId: 'p', credentials: { appSecret: 's', username: 'u' }, disabled: false };

for (const definition of definitions) {
  t.test(`${definition.code} handles params of 100,000 characters in time`, async (t) => {
    const { properties = {} } = definition.params as { properties?: object };
    const bidder = bidderOf(definition, { ...secrets, endpoint: definition.facts.endpoint ?? 'https://acme.example/' });
    for (const value of values) {
      const params = Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
      definition.adapter.paramsFault(params);
      callsOf(bidder, [{ id: 'i1', banner: { w: 300, h: 250 }, params }], { site: {}, device: { ip: '192.0.2.1' } });
    }
    t.pass('in time');
  });
}
