/** What bidders whose questions and answers are small forms of their own do where no recorded case shows it. */
import t from 'tap';
import adquery from '../../src/bidders/adquery.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf } from '../adapter/support.ts';

const banner = { w: 300, h: 250 };

/** The user's id that Adquery is told. */
const qidOf = (user: BidRequest['user']) =>
  bodyOf(callsOf(bidderOf(adquery), [{ id: 'i1', banner, params: {} }], { ...(user && { user }) }))['bidQid'];

/** An extended id of Adquery's. */
const eid = (...ids: string[]) => ({ source: 'adquery.io', uids: ids.map((id) => ({ id })) });

t.test('Adquery knows a user by its own extended id, else by that of its sync, else by the publisher’s', async (t) => {
  const known = { id: 'u', buyeruid: 'b' };
  const other = { source: 'other.test', uids: [{ id: 'x' }] };
  t.equal(qidOf({ ...known, ext: { eids: [other, eid('', 'q')] } }), 'q');
  t.equal(qidOf({ ...known, eids: [eid('q')], ext: { eids: [eid('r')] } }), 'q');
  t.equal(qidOf({ ...known, eids: [other, eid('')] }), 'b');
  t.equal(qidOf({ id: 'u' }), 'u');
  t.equal(qidOf(undefined), '');
});
