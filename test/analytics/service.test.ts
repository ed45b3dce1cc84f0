/** The events of a running service: every kind, through both modules, without personal data. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { startCollector } from './collector.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { auction, bidders, imp, request, deliveredLines } from './delivered-lines.ts';

t.test('an auction is reported without personal data, with and without a pool', async (t) => {
  for (const workers of [0, 1]) {
    const { file, http } = await deliveredLines(t, { workers }, async (url) => {
      const answer = await auction(url);
      t.equal(answer.status, 200);
      t.notMatch(await answer.text(), /"report"|"kind"/, 'the answer has no analytics members');
    });
    t.strictSame(http, file.slice(-1), 'both modules get the same line');
    const [line] = http;
    t.match(
      line,
      wholeLists({
        kind: 'auction',
        timestamp: Number,
        status: 200,
        account: 'p1',
        integration: 'web',
        channel: { name: 'pbjs', version: '9' },
        auctiontimestamp: 1700000000000,
        cur: 'USD',
        seatnonbid: [{ seat: 'bidderB', nonbid: [{ impid: 'i1', statuscode: 102 }] }],
        errors: { bidderB: [3] },
        responsetimemillis: { bidderA: Number, bidderB: Number },
      }),
    );
    t.strictSame(line!['bids'], [
      {
        bidder: 'bidderA',
        impid: 'i1',
        type: 'banner',
        price: 1.5,
        origbidcpm: 1.5,
        origbidcur: 'USD',
        won: true,
        id: 'b1',
        crid: 'c1',
        adomain: ['shop.example'],
        w: 300,
        h: 250,
      },
    ]);
    t.match(line!['request'], { id: 'r1', mine: { any: 'thing' }, site: { page: 'https://news.example/' } });
    t.notMatch(JSON.stringify(line), /secret|203\.0|48\.1/, 'no personal data');
  }
});

t.test('a request with a stored auction response is not reported', async (t) => {
  for (const workers of [0, 1]) {
    const { file, http } = await deliveredLines(t, { workers }, async (url) => {
      const storedauctionresponse = { seatbidarr: [{ seat: 'bidderA', bid: [{ id: 'b' }] }] };
      const answer = await auction(url, { ...request, ext: { svc: { ...request.ext.svc, storedauctionresponse } } });
      t.match(await answer.json(), { seatbid: wholeLists([{ seat: 'bidderA', bid: [{ id: 'b' }] }]) });
      t.equal((await auction(url)).status, 200);
    });
    // Both runs write to the same file.
    t.strictSame([file.length, http.length], [1 + workers, 1], 'only the other auction is reported');
  }
});

t.test('a bid with a generated id has it in the auction event and in its win event', async (t) => {
  const settings = { auction: { generateBidId: true }, events: { enabled: true } };
  const { file } = await deliveredLines(t, settings, async (url) => {
    const svc = { ...request.ext.svc, events: {} };
    const answer = await auction(url, { ...request, ext: { svc } });
    const { seatbid } = (await answer.json()) as {
      seatbid: { bid: { ext: { svc: { events: { win: string } } } }[] }[];
    };
    const win = new URL(seatbid[0]!.bid[0]!.ext.svc.events.win);
    t.equal((await fetch(`${url}${win.pathname}${win.search}`)).status, 200);
  });
  const [auctioned, won] = file;
  t.match(auctioned!['bids'], wholeLists([{ id: 'b1', bidid: /^[0-9a-f-]{36}$/ }]));
  t.equal((auctioned!['bids'] as { bidid: string }[])[0]!.bidid, won!['bidId']);
});

t.test("each module sees only its own member of the request's ext.svc.analytics", async (t) => {
  for (const workers of [0, 1]) {
    const { file, http } = await deliveredLines(t, { workers }, async (url) => {
      const analytics = { file: { a: 1 }, elsewhere: { b: 2 } };
      for (const words of [analytics, { elsewhere: {} }, 'text', undefined]) {
        const svc = { ...request.ext.svc, analytics: words };
        t.equal((await auction(url, { ...request, ext: { svc, mine: { analytics } } })).status, 200);
      }
    });
    const rest = { ...request.ext.svc };
    const mine = { analytics: { file: { a: 1 }, elsewhere: { b: 2 } } };
    const exts = (lines: typeof file) => lines.slice(-4).map((line) => (line['request'] as typeof request).ext);
    t.strictSame(exts(file), [
      { svc: { ...rest, analytics: { file: { a: 1 } } }, mine },
      ...Array.from({ length: 3 }, () => ({ svc: rest, mine })),
    ]);
    t.strictSame(
      exts(http),
      Array.from({ length: 4 }, () => ({ svc: rest, mine })),
    );
  }
});

t.test(
  'with personalData on, personal data is reported only where no privacy rule restricts the request',
  async (t) => {
    const { http } = await deliveredLines(t, { analytics: { personalData: true } }, async (url) => {
      for (const regs of [{}, { coppa: 1 }, { gdpr: 1 }, { us_privacy: '1YYN' }]) {
        t.equal((await auction(url, { ...request, regs })).status, 200);
      }
      await auction(url, { ...request, device: { ...request.device, lmt: 1 } });
    });
    t.strictSame(
      http.map((line) => /secret-user/.test(JSON.stringify(line))),
      [true, false, false, false, false],
    );
    t.match(http[0]!['request'], { user: { id: 'secret-user' }, device: { ip: '203.0.113.9' } });
  },
);

t.test('AMP requests, rejected requests and syncs are reported without personal data', async (t) => {
  const { file } = await deliveredLines(t, { userSync: { coopSync: true } }, async (url) => {
    t.equal((await fetch(`${url}/openrtb2/amp?tag_id=page&account=p1&adc=secret-adc`)).status, 200);
    t.equal((await fetch(`${url}/openrtb2/amp`)).status, 400);
    t.equal((await auction(url, { id: 'r1' })).status, 400);
    const encoded = { method: 'POST', body: '{}', headers: { 'content-encoding': 'br' } };
    t.equal((await fetch(`${url}/openrtb2/auction`, encoded)).status, 415);
    const body = JSON.stringify({ bidders: ['bidderA'], limit: 1, coopSync: false });
    t.equal((await fetch(`${url}/cookie_sync`, { method: 'POST', body })).status, 200);
    t.equal((await fetch(`${url}/cookie_sync`, { method: 'POST', body: '{' })).status, 400);
    t.equal((await fetch(`${url}/cookie_sync`, encoded)).status, 415);
    t.equal((await fetch(`${url}/setuid?bidder=bidderA&uid=secret-uid`)).status, 200);
    t.equal((await fetch(`${url}/setuid?bidder=nobody&uid=secret-uid`)).status, 400);
  });
  t.match(
    file,
    wholeLists([
      {
        kind: 'amp',
        status: 200,
        account: 'p1',
        channel: { name: 'amp' },
        request: { ext: { svc: { amp: { data: { tag_id: 'page' } } } } },
      },
      { kind: 'amp', status: 400, faults: ['tag_id is missing: name the stored request of the page'] },
      { kind: 'auction', status: 400, faults: [/imp/, /site/] },
      { kind: 'auction', status: 415, faults: [/gzip/] },
      { kind: 'cookie_sync', status: 200, bidders: ['bidderA'] },
      { kind: 'cookie_sync', status: 400, bidders: [] },
      { kind: 'cookie_sync', status: 415, bidders: [] },
      { kind: 'setuid', status: 200, bidder: 'bidderA' },
      { kind: 'setuid', status: 400, bidder: 'nobody' },
    ]),
  );
  t.notMatch(JSON.stringify(file), /secret/);
});

t.test('a hanging collector and a full disk do not affect auctions', async (t) => {
  const collector = await startCollector(t);
  collector.status = 0;
  const analytics = { file: { path: '/dev/full' }, http: { url: collector.url, batchSize: 1, maxQueued: 3 } };
  const settings = {
    bidders: bidders.settings('bidderA'),
    analytics,
    log: { level: 'silent' },
  };
  const service = await startService(t, settings);
  const one = { ...request, imp: [{ ...imp, ext: { svc: { bidder: { bidderA: {} } } } }] };
  for (let n = 0; n < 20; n++) {
    const answer = (await (await auction(service.url, one)).json()) as { seatbid: unknown[] };
    t.equal(answer.seatbid.length, 1);
  }
});
