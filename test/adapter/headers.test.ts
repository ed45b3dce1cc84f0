/** Headers with values from the client: none can add another header or cookie. */
import t from 'tap';
import { headersOf, headerValue } from '../../src/adapter/headers.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import alliance_gravity from '../../src/bidders/alliance_gravity.ts';
import beachfront from '../../src/bidders/beachfront.ts';
import impactify from '../../src/bidders/impactify.ts';
import sovrn from '../../src/bidders/sovrn.ts';
import yieldlab from '../../src/bidders/yieldlab.ts';
import { bidderOf, callsOf, contextOf } from './support.ts';

const video = { mimes: ['video/mp4'], maxduration: 30, protocols: [2], w: 1, h: 1 };

/** The cookies sent to a bidder for a user with this id. */
function cookiesOf(definition: BidderDefinition, params: object, buyeruid: string): string[] {
  const { calls, problems } = callsOf(bidderOf(definition), [{ id: 'i1', video, params }], {
    site: { page: 'https://x.test/' },
    user: { buyeruid },
  });
  if (calls.length !== 1) throw new Error(`${calls.length} calls: ${JSON.stringify(problems)}`);
  const { headers } = calls[0]!;
  return headers.filter((_, at) => headers[at - 1] === 'cookie');
}

const all: readonly (readonly [BidderDefinition, object, string])[] = [
  [alliance_gravity, { srid: 's' }, 'uids'],
  [beachfront, { appId: 'a' }, '__io_cid'],
  [impactify, { appId: 'a', format: 'f', style: 's' }, 'uids'],
  [sovrn, { tagid: 't' }, 'ljt_reader'],
  [yieldlab, { adslotId: '1', supplyId: '2' }, 'id'],
];

t.test('a user id cannot add a second cookie', async (t) => {
  for (const [definition, params, cookie] of all) {
    const { code } = definition;
    t.strictSame(cookiesOf(definition, params, 'a-b_c.d=='), [`${cookie}=a-b_c.d==`], code);
    t.strictSame(cookiesOf(definition, params, ' a; admin=1,\t"b\\é\r\nx: y'), [`${cookie}=aadmin=1bx:y`], code);
    t.strictSame(cookiesOf(definition, params, '; '), [], `${code} gets no cookie without a value`);
  }
});

t.test('line ends and other invalid characters are removed from a header; an empty header is not sent', async (t) => {
  const headers = headersOf(['json', 'ua', 'language']);
  t.strictSame(headers({ id: 'r', device: { ua: 'x\r\ny: é€', language: '\n' } }, contextOf({})).slice(4), [
    'user-agent',
    'xy: é',
  ]);
});

t.test("a header's value is found whatever the case of its name, and no value is taken for a name", async (t) => {
  const headers = ['X-Type', 'x-other', 'X-Other', 'v'];
  t.equal(headerValue(headers, 'x-type'), 'x-other');
  t.equal(headerValue(headers, 'x-other'), 'v');
  t.equal(headerValue(headers, 'v'), '');
});
