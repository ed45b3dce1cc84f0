/** Keys with a meaning in JavaScript have none in requests, stored data and replies (issue 'Must hold'). */
import t from 'tap';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';
import { wholeLists } from '../support/whole-lists.ts';

const evil = '{"polluted":"yes","toString":"yes","length":9}';
const hostile = `"__proto__":${evil},"constructor":{"prototype":${evil}},"prototype":${evil}`;

t.test('keys such as __proto__ and constructor everywhere pollute nothing', async (t) => {
  const bidders = await startBidders(t);
  const bid = `{"id":"b1","impid":"i1","price":1,"crid":"c",${hostile},"ext":{${hostile},"svc":{${hostile},"meta":{${hostile}}}}}`;
  bidders.answer('bidderA', { body: `{${hostile},"seatbid":[{"bid":[${bid}],${hostile}}]}` });
  const storedImp = `{${hostile},"banner":{"w":1,"h":1,${hostile}}}`;
  const service = await startService(
    t,
    { bidders: bidders.settings('bidderA') },
    { imps: { s1: storedImp }, accounts: { p1: `{"debugAllowed":true}` } },
  );
  const imp = `{"id":"i1",${hostile},"ext":{${hostile},"svc":{${hostile},"storedrequest":{"id":"s1"},"bidder":{${hostile},"bidderA":{${hostile}}}}}}`;
  const ext = `"ext":{${hostile},"svc":{${hostile},"targeting":{"includewinners":true},"bidderparams":{${hostile}}}}`;
  const body = `{"id":"r1",${hostile},"imp":[${imp}],"site":{"page":"https://a.example/",${hostile},"publisher":{"id":"p1"}},${ext}}`;
  const response = await postAuction(service.url, body);
  const text = await response.text();
  t.equal(response.status, 200, text);
  t.notOk(Object.hasOwn(Object.prototype, 'polluted'), 'nothing was polluted');
  t.equal(({} as { polluted?: string }).polluted, undefined);
  const sent = JSON.stringify(bidders.received('bidderA')[0]?.body);
  t.match(sent, '"__proto__":{"polluted":"yes"', 'unknown keys are passed on unchanged');
  t.match(JSON.parse(text), wholeLists({ seatbid: [{ seat: 'bidderA', bid: [{ id: 'b1', price: 1 }] }] }));
});

t.test('an alias cannot be called __proto__', async (t) => {
  const service = await startService(t, { bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/' } } });
  const imp = '{"id":"i1","banner":{"w":1,"h":1},"ext":{"svc":{"bidder":{"__proto__":{}}}}}';
  const ext = '{"svc":{"aliases":{"__proto__":"bidderA"}}}';
  const body = `{"id":"r1","imp":[${imp}],"site":{"page":"https://a.example/"},"ext":${ext}}`;
  const response = await postAuction(service.url, body);
  t.equal(response.status, 400);
  t.match(await response.text(), /aliases\["__proto__"\] is a reserved name/);
});

t.test('names of Object.prototype are no bidders, accounts or stored imps', async (t) => {
  const service = await startService(t, { bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/' } } }, { imps: {} });
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const refusalOf = async (svc: string): Promise<string> => {
      const imp = `{"id":"i1","banner":{"w":1,"h":1},"ext":{"svc":${svc}}}`;
      const body = `{"id":"r1","imp":[${imp}],"site":{"page":"https://a.example/","publisher":{"id":"${name}"}}}`;
      const response = await postAuction(service.url, body);
      t.equal(response.status, 400, name);
      return response.text();
    };
    t.match(await refusalOf(`{"bidder":{"${name}":{}}}`), /no imp names a bidder/);
    t.match(
      await refusalOf(`{"storedrequest":{"id":"${name}"},"bidder":{"bidderA":{}}}`),
      /Stored Imp with ID=.* not found/,
    );
  }
});
