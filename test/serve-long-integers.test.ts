/** Integers that a double cannot hold pass unchanged through the whole service (spec 1). */
import t from 'tap';
import { postAuction } from './support/auction.ts';
import { startBidders } from './support/bidders.ts';
import { startService } from './support/service.ts';

const ids = [
  '9007199254740993',
  '18446744073709551615',
  '-8189378542222915033',
  '1234567890123456789012345678901234567890',
];
const [a, b, c, d] = ids;
const body = `{"id":"r1","test":1,"tmax":3000,"site":{"page":"https://news.example/","ext":{"data":{"id":${a}}}},
  "imp":[{"id":"i1","banner":{"w":300,"h":250},"ext":{"svc":{"bidder":{"bidderA":{"zone":${b}}}},"data":{"id":${c}}}},
    {"id":"i2","ext":{"svc":{"storedrequest":{"id":"s1"}}}}],
  "user":{"ext":{"own":[${d}]}},"own":${a},
  "ext":{"svc":{"targeting":{"includewinners":true},"adservertargeting":[{"key":"site","source":"bidrequest","value":"site.ext.data.id"}]}}}`;
const stored = `{"banner":{"w":728,"h":90},"ext":{"svc":{"bidder":{"bidderA":{"zone":${d}}}}}}`;
const reply = `{"cur":"USD","seatbid":[{"bid":[{"id":"1","impid":"i1","price":1.5,"crid":"c","w":300,"h":250,"exp":${a},"own":${b},
  "adm":"<p>","ext":{"appnexus":{"auction_id":${b}}}},{"id":"2","impid":"i2","price":1,"crid":"c"}]}]}`;

for (const workers of [0, 1]) {
  t.test(`long integers reach bidders and the client unchanged, with ${workers} threads`, async (t) => {
    const bidders = await startBidders(t);
    bidders.answer('bidderA', { body: reply });
    const settings = { bidders: bidders.settings('bidderA'), workers };
    const service = await startService(t, settings, { imps: { s1: stored } });
    const response = await postAuction(service.url, body);
    const answer = await response.text();
    t.equal(response.status, 200, answer);
    const { text: sent } = bidders.received('bidderA')[0]!;
    for (const part of [
      `"data":{"id":${a}}`,
      `"zone":${b}`,
      `"data":{"id":${c}}`,
      `"own":[${d}]`,
      `"zone":${d}`,
      `"own":${a}`,
    ]) {
      t.ok(sent.includes(part), `the bidder gets ${part}`);
    }
    t.ok(answer.includes(`"auction_id":${b}`), 'the client gets the ext of a bid');
    t.ok(answer.includes(`"own":${b}`), 'and its other members');
    t.ok(answer.includes(`"site":"${a}"`), 'and targeting by its path');
    const { resolvedrequest } = /"resolvedrequest":(?<resolvedrequest>.*)/.exec(answer)?.groups ?? {};
    t.ok(resolvedrequest?.includes(`"own":[${d}]`), 'and debug output');
  });
}
