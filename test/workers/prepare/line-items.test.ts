/** Matching line items has a bounded cost, however many bidders and imps there are (spec 4.1.13; decisions, 'dealsonly'). */
import t from 'tap';
import { groupLineItems } from '../../../src/config/line-item-index.ts';
import { readLineItems } from '../../../src/config/line-items.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { meetsLineItem, type LineItemAsking } from '../../../workers/prepare/line-items.ts';

const imps: Imp[] = Array.from({ length: 50 }, (_, at) => ({ id: `i${at}`, tagid: 'top', rwdd: 1 }));

/** An auction of `imps` whose request counts how often its user is read; acme has its own version of each imp. */
function askingFor(items: readonly object[]) {
  const reads = { user: 0 };
  const request: BidRequest = {
    imp: imps,
    get user() {
      reads.user++;
      return { consent: 'C', ext: { age: 7 } };
    },
  };
  const patches = new Map([['acme', { id: 'other', tagid: 'bottom' }]]);
  const offered = imps.map((imp) => ({ imp: { id: imp.id! }, patches }));
  const lineItems = groupLineItems(readLineItems(JSON.stringify(items)).items);
  const asking = { request, imps: offered, lineItems, auction: { namespace: 'svc', nowMs: 1 } };
  const ask = (name: string, configured = name): boolean[] =>
    imps.map((_, at) => meetsLineItem(at, { name, bidder: { configured } }, asking as unknown as LineItemAsking));
  return { ask, reads };
}

t.test('for a bidder without line items the request is not read', async (t) => {
  const { ask, reads } = askingFor([{ id: 'l', bidder: 'zenith', dealid: 'd' }]);
  for (let at = 0; at < 20; at++) t.notOk(ask(`alias${at}`, 'zenith').includes(true));
  t.equal(reads.user, 0);
});

t.test('the request is read once for all bidders and imps, not for each', async (t) => {
  const targeting = { 'user.consent': 'C', 'user.ext.consent': ['C'], 'imp.ext.svc.is_rewarded_inventory': 1 };
  const named = ['acme', 'zenith', 'beta'];
  const { ask, reads } = askingFor(named.map((bidder) => ({ id: bidder, bidder, dealid: 'd', targeting })));
  for (const name of named) t.notOk(ask(name).includes(false), name);
  t.ok(reads.user < 10, `read ${reads.user} times`);
});

/** A line item for the imp `i3` under this tag. */
const item = (bidder: string, tagid: string) => ({
  id: 'l',
  bidder,
  dealid: 'd',
  targeting: { 'imp.tagid': tagid, 'imp.id': 'i3' },
});

t.test(
  'each bidder is matched with its own version of the imp, by the configured bidder name in any case',
  async (t) => {
    const { ask } = askingFor([
      item('acme', 'bottom'),
      item('zenith', 'top'),
      item('Acorn', 'top'),
      item('other', 'bottom'),
    ]);
    const only = imps.map(({ id }) => id === 'i3');
    t.strictSame(ask('acme'), only);
    t.strictSame(ask('ZENITH', 'zenith'), only);
    t.strictSame(ask('acorn', 'Acorn'), only);
    t.notOk(ask('other').includes(true));
  },
);
