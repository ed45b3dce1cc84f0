/** Captures of a running service: what is written, redacted and left out (issue 6, item 3). */
import { join } from 'node:path';
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { sentPrint, type CapturedAuction } from '../../src/observe/capture-record.ts';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { auction, oneIsWritten, read, request, start } from './capturing.ts';

const reply = { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 2, crid: 'c1', adm: 'é</script>' }] }] };

t.test('lines stay valid JSON when a secret of the host is a number or a JSON keyword', async (t) => {
  const endpoint = 'http://127.0.0.1:1/a?key=2000&token=true';
  const { service, path } = await start(t, {}, { bidders: { bidderA: { endpoint } } });
  await auction(service, JSON.stringify({ ...request, tmax: 2000, ext: { data: [true, 12000, 'a2000'] } }));
  await service.stop();
  const [{ body }] = read(path) as [CapturedAuction];
  t.match(body, wholeLists({ tmax: '***', ext: { data: ['***', 12000, 'a***'] } }));
});

t.test(
  'an auction is captured with its calls, their outcomes and the answer, without user data and secrets',
  async (t) => {
    const startMs = Date.now();
    const parts = await start(t, {});
    const [seat] = reply.seatbid;
    const told = (user: string, ip: string): object => {
      const nurl = `https://a.example/won?${new URLSearchParams({ user, ip }).toString()}`;
      return { seatbid: [{ bid: [{ ...seat!.bid[0], nurl, ext: { heard: user } }] }] };
    };
    parts.bidders.answer('a', { body: told('own=of-a-person', '81.2.69.142'), gzip: true, delayMs: 30 });
    const answer = await auction(parts.service);
    t.match(answer, /"seat":"bidderA"/);
    const sent = JSON.stringify(redactJson(parts.bidders.received('b')[0]!.body));
    await parts.service.stop();
    const [one, ...others] = read(parts.path);
    t.strictSame(others, [], 'one auction, one line');
    const text = JSON.stringify(one);
    t.notMatch(text, /of-a-person|geheim-1|"cookie"|uids=|81\.2\.69\.142|52\.5163/, 'user and secrets');
    t.match(text, request.user.ext.consent, 'consent stays');
    t.match(
      one,
      wholeLists({
        v: 1,
        method: 'POST',
        path: '/openrtb2/auction',
        headers: { 'user-agent': 'browser', 'x-forwarded-for': '81.2.69.0' },
        body: { id: 'r1', device: { ip: '81.2.69.0', geo: { lat: 52.52, lon: 13.38 } }, user: { id: 'redacted' } },
        calls: [
          {
            bidder: 'bidderA',
            nth: 0,
            method: 'POST',
            kind: 'reply',
            status: 200,
            encoding: 'gzip',
            body: told('redacted', 'redacted'),
            imps: ['i1'],
          },
          {
            bidder: 'bidderB',
            nth: 0,
            kind: 'reply',
            status: 204,
            sentSha256: sentPrint(sent),
          },
          { bidder: 'bidderC', nth: 0, kind: 'unreachable', status: 0 },
        ],
        answer: { status: 200, body: { id: 'r1', seatbid: [{ seat: 'bidderA' }] } },
      }),
    );
    t.ok(one!.calls[0]!.elapsedMs >= 25, 'timing of the reply');
    t.ok(one!.at > startMs - 1000 && one!.at < Date.now() + 1000, 'time of arrival');
  },
);

t.test('an id in the URL of the page is redacted in referer, path and calls', async (t) => {
  const { service, bidders, path } = await start(t, {});
  const page = 'https://news.example/a?user=user-of-a-person';
  const headers = { 'user-agent': 'browser', referer: page };
  const body = JSON.stringify({ ...request, site: { ...request.site, page } });
  const address = `${service.url}/openrtb2/auction?from=user-of-a-person`;
  await (await fetch(address, { method: 'POST', headers, body })).text();
  const sent = redactJson(bidders.received('b')[0]!.body);
  await service.stop();
  const [line] = read(path) as [CapturedAuction];
  t.notMatch(JSON.stringify(line), /of-a-person/);
  t.match(line, {
    headers: { referer: 'https://news.example/a?user=redacted' },
    path: '/openrtb2/auction?from=redacted',
  });
  const again = JSON.stringify(sent).replaceAll('user-of-a-person', 'redacted');
  t.equal(
    line.calls.find(({ bidder }) => bidder === 'bidderB')?.sentSha256,
    sentPrint(again),
    'the fingerprint of a replay',
  );
});

t.test('ids found only in path and referer are redacted in the answer, too', async (t) => {
  const { service, path } = await start(t, {});
  const address = `${service.url}/openrtb2/amp?rdid=device-of-a-person&tag_id=of-device-of-a-person-or-a%40b.example`;
  const headers = { referer: 'https://a.example/?email=a%40b.example' };
  t.match(await (await fetch(address, { headers })).text(), 'ID="of-device-of-a-person-or-a@b.example" not found');
  await service.stop();
  const [line] = read(path) as [CapturedAuction];
  t.notMatch(JSON.stringify(line), /-of-a-person|b\.example/);
  t.match(line.answer?.body, 'ID="of-redacted-or-redacted" not found');
});

const heard = (user: string, ip: string): object => ({ sp: [], heard: `${user}, ${ip}` });

t.test('ids sent in the URL of a call are redacted in replies and in URLs of ads', async (t) => {
  const bidders = await startBidders(t);
  const path = join(testFolder(t), 'auctions.ndjson');
  const endpoints = { eplanning: bidders.endpoint('e'), yieldlab: `${bidders.endpoint('y')}/` };
  const service = await startService(t, {
    bidders: Object.fromEntries(Object.entries(endpoints).map(([code, endpoint]) => [code, { endpoint }])),
    capture: { path, sampleRate: 1 },
    userSync: { hostCookie: { family: 'yieldlab', cookieName: 'hid' } },
  });
  bidders.answer('e', { body: heard('cookie-of-a-person', '81.2.69.142') });
  bidders.answer('y', { body: [{ id: 7, price: 100, advertiser: 'a', adsize: '300x250', pid: 1, did: 1 }] });
  const expires = '2999-01-01T00:00:00Z';
  const tempUIDs = { eplanning: { uid: 'cookie-of-a-person', expires } };
  const headers = {
    cookie: `uids=${Buffer.from(JSON.stringify({ tempUIDs })).toString('base64')}; hid=yl-of-a-person`,
    'x-forwarded-for': '81.2.69.142',
  };
  const bidder = { eplanning: { ci: 'c' }, yieldlab: { adslotId: '7', supplyId: 's' } };
  const ext = { svc: { currency: { rates: { EUR: { USD: 1 } } } } };
  const request = requestFor(bidder, { site: { page: 'https://news.example/a' }, ext });
  const answer = await (await postAuction(service.url, request, headers)).text();
  t.match(answer, /ids=ylid%3Ayl-of-a-person/);
  t.match(bidders.received('e')[0]!.url, /ip=81\.2\.69\.142&.*uid=cookie-of-a-person/);
  await service.stop();
  const [one] = read(path);
  t.match(one!.calls.find((call) => call.bidder === 'eplanning')!.body, heard('redacted', 'redacted'));
  t.notMatch(JSON.stringify(one), /of-a-person/);
});

const latin = (user: string): Buffer => Buffer.from(`{"heard":"\u00e9 ${user}"}`, 'latin1');

t.test('ids are redacted in a reply that is not UTF-8', async (t) => {
  const parts = await start(t, {});
  parts.bidders.answer('a', { body: latin('own=of-a-person') });
  await auction(parts.service);
  await parts.service.stop();
  t.equal(read(parts.path)[0]!.calls[0]!.bodyBase64, latin('redacted').toString('base64'));
});

t.test('with keepUserIds everything is kept as it was, also invalid requests and damaged replies', async (t) => {
  const parts = await start(t, { keepUserIds: true });
  parts.bidders.answer('a', { body: '{"seatbid":["81.2.69.142', status: 200 });
  parts.bidders.answer('b', { body: 'no gzip', headers: { 'content-encoding': 'gzip' } });
  const answers = [
    await auction(parts.service),
    await auction(parts.service, '{"id":'),
    await auction(parts.service, '{"id": "spaced"}'),
  ];
  await parts.service.stop();
  const found = read(parts.path);
  t.equal(found.length, 3);
  t.strictSame(found[0]!.body, request);
  t.match(found[0]!.headers, { cookie: 'uids=abc; other=1', 'x-forwarded-for': '81.2.69.142' });
  t.match(
    found[0]!.calls,
    wholeLists([
      { body: '{"seatbid":["81.2.69.142' },
      { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
      {},
    ]),
  );
  t.strictSame(found[0]!.calls[1]!.encoding, undefined, 'a reply that cannot be decoded is kept as it came');
  t.strictSame(
    found.map(({ body }) => typeof body),
    ['object', 'string', 'string'],
    'a body that JSON.stringify would write differently is kept as text',
  );
  t.strictSame(
    found.map(({ answer }) => answer?.status),
    [200, 400, 400],
  );
  t.strictSame(found[1]!.answer?.body, answers[1]);
});

t.test('a request that cannot be redacted is dropped and counted', async (t) => {
  const parts = await start(t, {});
  await auction(parts.service, '{"id":');
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  t.match(await parts.service.metrics(), /gavel_capture_dropped_total 1\n/);
  await parts.service.stop();
  t.equal(read(parts.path).length, 1);
});

t.test('only about the share of sampleRate is captured', async (t) => {
  const parts = await start(t, { sampleRate: 0.2 });
  await Promise.all(Array.from({ length: 200 }, () => auction(parts.service)));
  await parts.service.stop();
  const { length } = read(parts.path);
  t.ok(length > 5 && length < 90, `${length} of 200`);
});

t.test('a reply that inflates beyond maxReplyBytes is captured as zeros of that length', async (t) => {
  const parts = await start(t, {});
  parts.bidders.answer('a', { body: `["user-of-a-person"${',{}'.repeat(3_000_000)}]`, gzip: true });
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  const [call] = read(parts.path)[0]!.calls;
  t.match(call, { bidder: 'bidderA', headers: { 'content-encoding': 'gzip' }, bodyBase64: String });
  const kept = gunzipSync(Buffer.from(call!.bodyBase64!, 'base64'));
  t.ok(kept.equals(Buffer.alloc(1_048_577)), 'one byte over the limit, without ids');
  await parts.service.stop();
});

t.test('replies that cannot be decoded are redacted, as they may hold ids', async (t) => {
  const parts = await start(t, {});
  parts.bidders.answer('a', { body: deflateSync('user-of-a-person'), headers: { 'content-encoding': 'deflate' } });
  const cut = gzipSync('user-of-a-person').subarray(0, -1);
  parts.bidders.answer('b', { body: cut, headers: { 'content-encoding': 'gzip' } });
  t.match(await auction(parts.service), /other than gzip.*damaged gzip/);
  await parts.service.stop();
  const [a, b] = read(parts.path)[0]!.calls;
  t.match(a, { headers: { 'content-encoding': 'deflate' }, body: 'redacted', bodyBase64: undefined });
  t.match(b, { headers: { 'content-encoding': 'gzip' }, body: 'redacted', bodyBase64: undefined });
});

t.test("the host's token for debug output is masked wherever a client has put it", async (t) => {
  const overrideToken = 'a/token-of+this-host';
  const parts = await start(t, { keepUserIds: true }, { debug: { overrideToken } });
  const site = { ...request.site, page: `https://news.example/?debug=${encodeURIComponent(overrideToken)}` };
  await auction(parts.service, JSON.stringify({ ...request, site, ext: { note: overrideToken } }));
  await parts.service.stop();
  const [one] = read(parts.path);
  t.match(one, { body: { ext: { note: '***' }, site: { page: 'https://news.example/?debug=***' } } });
  t.notMatch(JSON.stringify(one), /token-of/);
});
