/** Missena: calls and replies beyond the recorded cases. */
import t from 'tap';
import missena from '../../src/bidders/missena.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

const impsOf = (...all: readonly object[]) => all.map((params, at) => ({ id: `i${at + 1}`, banner, params }));

t.test('the call is for the first imp with an apiKey, in USD or EUR', async (t) => {
  const imps = impsOf({}, { apiKey: 'k/?', other: 1 }).map((imp) => ({ ...imp, bidfloor: 5, bidfloorcur: 'USD' }));
  const asked = callsOf(bidderOf(missena), imps, { cur: ['EUR'], site: { page: 'data:x' } });
  t.match(asked.calls, wholeLists([{ uri: 'https://bid.missena.io/?t=k%2F%3F', impids: ['i2'], note: 'i2' }]));
  t.notOk(asked.calls[0]!.headers.includes('origin'));
  const body = bodyOf(asked);
  t.match(
    body,
    wholeLists({ adunit: 'i2', floor: 4, floor_currency: 'EUR', ortb2: { imp: [{ id: 'i1' }, { id: 'i2' }] } }),
  );
  t.strictSame(body['params'], { apiKey: 'k/?' });
  const problemsOf = (given: typeof imps, cur: string[]) => callsOf(bidderOf(missena), given, { cur }).problems;
  const inDollars = { currency: 'USD', floor: 5, floor_currency: 'USD' };
  t.match(bodyOf(callsOf(bidderOf(missena), imps, { cur: ['CHF'] })), inDollars);
  t.match(problemsOf(imps.slice(0, 1), ['USD']), wholeLists([{ message: /apiKey/ }]));
  t.match(
    problemsOf(
      imps.slice(1).map((imp) => ({ ...imp, bidfloorcur: 'XXX' })),
      ['USD'],
    ),
    wholeLists([{ message: /rate not found/ }]),
  );
  t.match(
    readingOf(bidderOf(missena), { body: { requestId: 'r', cpm: 1 } }).bids,
    wholeLists([{ bid: { id: 'r', impid: 'i1' } }]),
  );
});

/** The client addresses in the headers. */
function missenaAddresses(device: object): string[] {
  const { headers = [] } = callsOf(bidderOf(missena), impsOf({ apiKey: 'k' }), { device }).calls[0] ?? {};
  return headers.filter((_, at) => headers[at - 1] === 'x-forwarded-for');
}

t.test('one client address is sent, IPv4 if there is one', async (t) => {
  t.strictSame(missenaAddresses({ ip: '192.0.2.1', ipv6: '2001:db8::1' }), ['192.0.2.1']);
  t.strictSame(missenaAddresses({ ipv6: '2001:db8::1' }), ['2001:db8::1']);
});

t.test("a bid's crid is the creativeId of the reply, else its requestId", async (t) => {
  for (const [creativeId, crid] of [
    ['c', 'c'],
    ['', 'r'],
    [undefined, 'r'],
  ]) {
    const { bids } = readingOf(bidderOf(missena), { body: { requestId: 'r', cpm: 1, creativeId } });
    t.match(bids, wholeLists([{ bid: { id: 'r', crid } }]));
  }
});
