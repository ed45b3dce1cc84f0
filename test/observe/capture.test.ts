/** Capture in a running service (issue 6, item 3): what stands in the files, what does not, and that nothing waits for it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { Capture } from '../../src/observe/capture.ts';
import { captureFiles } from '../../src/observe/capture-files.ts';
import { sentPrint, type CapturedAuction } from '../../src/observe/capture-record.ts';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { startBidders, type TestBidders } from '../support/bidders.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const consent = 'CQuCLYAQuCLYAAKABBENAJEIAPJAAAAAAAYgAGgA4AAAAAAA';
const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {}, bidderB: {}, bidderC: {} } } } }],
  site: { page: 'https://news.example/a', publisher: { id: 'p1' } },
  device: {
    ip: '81.2.69.142',
    ifa: 'ifa-of-a-person',
    geo: { lat: 52.516312, lon: 13.377712 },
    ext: { ifv: 'ifv-of-a-person' },
  },
  user: {
    id: 'user-of-a-person',
    buyeruid: 'buyer-of-a-person',
    eids: [{ source: 's.example', uids: [{ id: 'eid-of-a-person' }] }],
    ext: { consent, svc: { buyeruids: { bidderA: 'own=of-a-person' } } },
  },
  test: 1,
};
const reply = { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 2, crid: 'c1', adm: 'é</script>' }] }] };

interface Parts {
  readonly bidders: TestBidders;
  readonly service: TestService;
  readonly path: string;
}

async function start(t: Test, capture: object, more: object = {}): Promise<Parts> {
  const bidders = await startBidders(t);
  const path = join(t.testdir({ file: 'no folder' }), 'captures', 'auctions.ndjson');
  const credentials = { username: 'gavel-user', password: 'geheim-1' };
  const service = await startService(t, {
    bidders: {
      bidderA: { endpoint: `${bidders.endpoint('a')}?token=geheim-1`, credentials },
      bidderB: { endpoint: bidders.endpoint('b'), endpointCompression: 'gzip' },
      bidderC: { endpoint: 'http://127.0.0.1:1/c' },
    },
    capture: { path, sampleRate: 1, ...capture },
    ...more,
  });
  return { bidders, service, path };
}

async function auction({ url }: TestService, body: string = JSON.stringify(request)): Promise<string> {
  const headers = { 'user-agent': 'browser', cookie: 'uids=abc; other=1', 'x-forwarded-for': '81.2.69.142' };
  return (await fetch(`${url}/openrtb2/auction`, { method: 'POST', headers, body })).text();
}

async function metrics({ service }: Parts): Promise<string> {
  return (await fetch(`${await service.adminUrl()}/metrics`)).text();
}

/** True once one auction stands in the file; who reads it earlier may get half a line. */
function oneIsWritten(parts: Parts): Promise<boolean> {
  return until(async () => /written_total 1\n/.test(await metrics(parts)));
}

function read(path: string): CapturedAuction[] {
  const text = captureFiles(path)
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CapturedAuction);
}

t.test('where a secret of the host is a number or a word of JSON, lines can be read all the same', async (t) => {
  const endpoint = 'http://127.0.0.1:1/a?key=2000&token=true';
  const { service, path } = await start(t, {}, { bidders: { bidderA: { endpoint } } });
  await auction(service, JSON.stringify({ ...request, tmax: 2000, ext: { data: [true, 12000, 'a2000'] } }));
  await service.stop();
  const [{ body }] = read(path) as [CapturedAuction];
  t.match(body, wholeLists({ tmax: '***', ext: { data: ['***', 12000, 'a***'] } }));
});

t.test(
  'an auction is recorded with its calls, their ends and the answer; nothing of its user, no secret',
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
    t.same(others, [], 'one auction, one line');
    const text = JSON.stringify(one);
    t.notMatch(text, /of-a-person|geheim-1|"cookie"|uids=|81\.2\.69\.142|52\.5163/, 'user and secrets');
    t.match(text, new RegExp(consent), 'consent stays');
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
    t.ok(one!.at > startMs - 1000 && one!.at < Date.now() + 1000, 'arrival, by whatever clock of this process');
  },
);

const heard = (user: string, ip: string): object => ({ sp: [], heard: `${user}, ${ip}` });

t.test('ids that bidders are sent in an address are found in replies and in addresses of ads too', async (t) => {
  const bidders = await startBidders(t);
  const path = join(t.testdir({}), 'auctions.ndjson');
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
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }];
  const ext = { svc: { currency: { rates: { EUR: { USD: 1 } } } } };
  const body = JSON.stringify({ id: 'r1', imp, site: { page: 'https://news.example/a' }, ext });
  const answer = await (await fetch(`${service.url}/openrtb2/auction`, { method: 'POST', headers, body })).text();
  t.match(answer, /ids=ylid%3Ayl-of-a-person/);
  t.match(bidders.received('e')[0]!.url, /ip=81\.2\.69\.142&.*uid=cookie-of-a-person/);
  await service.stop();
  const [one] = read(path);
  t.match(one!.calls.find((call) => call.bidder === 'eplanning')!.body, heard('redacted', 'redacted'));
  t.notMatch(JSON.stringify(one), /of-a-person/);
});

t.test('asked to, it keeps everything as it was, wrong requests and damaged replies too', async (t) => {
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
  t.same(found[0]!.body, request);
  t.match(found[0]!.headers, { cookie: 'uids=abc; other=1', 'x-forwarded-for': '81.2.69.142' });
  t.match(
    found[0]!.calls,
    wholeLists([
      { body: '{"seatbid":["81.2.69.142' },
      { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
      {},
    ]),
  );
  t.same(found[0]!.calls[1]!.encoding, undefined, 'what could not be decoded stands as it came');
  t.same(
    found.map(({ body }) => typeof body),
    ['object', 'string', 'string'],
    'a text that JSON would write otherwise stands as it is',
  );
  t.same(
    found.map(({ answer }) => answer?.status),
    [200, 400, 400],
  );
  t.same(found[1]!.answer?.body, answers[1]);
});

t.test('a request that cannot be rid of its user is dropped and counted', async (t) => {
  const parts = await start(t, {});
  await auction(parts.service, '{"id":');
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  t.match(await metrics(parts), /gavel_capture_dropped_total 1\n/);
  await parts.service.stop();
  t.equal(read(parts.path).length, 1);
});

t.test('only the share that is asked for', async (t) => {
  const parts = await start(t, { sampleRate: 0.2 });
  await Promise.all(Array.from({ length: 200 }, () => auction(parts.service)));
  await parts.service.stop();
  const { length } = read(parts.path);
  t.ok(length > 5 && length < 90, `${length} of 200`);
});

/** Captures what fills some files of the least size. */
async function fillFiles(service: TestService): Promise<void> {
  for (let count = 0; count < 60; count += 1)
    await auction(service, JSON.stringify({ ...request, filler: 'x'.repeat(2000) }));
  await service.stop();
}

t.test('files end at their size, and the oldest go', async (t) => {
  const parts = await start(t, { maxBytes: 65_536, keep: 2 });
  await fillFiles(parts.service);
  const files = captureFiles(parts.path);
  t.equal(files.length, 2);
  for (const file of files) t.ok(readFileSync(file).byteLength <= 65_536, file);
  t.ok(read(parts.path).length < 60, 'the oldest are gone');
});

t.test('processes that share the folder do not remove the files that each other writes', async (t) => {
  const parts = await start(t, { maxBytes: 65_536, keep: 1 }, { processes: 3 });
  await fillFiles(parts.service);
  t.equal(captureFiles(parts.path).length, 4, 'one for each, and one while they are restarted');
});

t.test('files of a clock that was ahead go first: what is captured since it was set back stays', async (t) => {
  const parts = await start(t, { maxBytes: 65_536, keep: 2 });
  const ahead = ['01', '02', '03'].map((day) => parts.path.replace('.ndjson', `-299901${day}T000000Z-1-0001.ndjson`));
  for (const file of ahead) writeFileSync(file, '');
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  await parts.service.stop();
  t.equal(read(parts.path).length, 1);
  t.match(captureFiles(parts.path), wholeLists([ahead[2], String]));
});

const rules = {
  hostCookie: { family: '', cookieName: '', optOutCookie: { name: '', value: '' } },
  maxBytes: 1e9,
  keep: 2,
  keepUserIds: true,
  secrets: [],
  sampleRate: 1,
  maxWaitingBytes: 1e9,
  maxReplyBytes: 1_048_576,
};

/** A capture into files of its own, and what it tells of its trouble. */
async function openCapture(t: Test, own: Partial<typeof rules> = {}) {
  const troubles: string[] = [];
  const path = join(t.testdir(), 'captures.ndjson');
  const capture = new Capture({ ...rules, path, ...own }, (reason) => troubles.push(reason));
  await capture.ready();
  return { capture, troubles, path };
}

/** Captures an auction with this body and no calls. */
function captured(capture: Capture, body: string): void {
  const draft = capture.begin({ at: 1, method: 'POST', path: '/', headers: {} }, Buffer.from(body));
  capture.end(draft, { status: 200, elapsedMs: 1, body: new Uint8Array(0) });
}

t.test('what the thread cannot keep up with is dropped and counted, and its memory is bounded', async (t) => {
  const { capture, troubles, path } = await openCapture(t, { maxWaitingBytes: 1_048_576 });
  // Within one turn of the event loop no receipt can come back.
  for (let count = 0; count < 10; count += 1) captured(capture, ' '.repeat(300_000));
  t.equal(capture.counts.dropped, 7);
  t.match(troubles, wholeLists([/the disk is too slow for capture/]), 'told once');
  await capture.close();
  t.equal(read(path).length, 3);
  t.same(capture.counts, { written: 3, dropped: 7 });
});

t.test('a thread that dies is replaced', async (t) => {
  const path = join(t.testdir(), 'again.ndjson');
  const threads: Worker[] = [];
  const note = (made: unknown): void => void threads.push((made as { readonly worker: Worker }).worker);
  subscribe('worker_threads', note);
  t.teardown(() => unsubscribe('worker_threads', note));
  const capture = new Capture({ ...rules, path, againMs: 0 }, t.fail);
  await capture.ready();
  captured(capture, JSON.stringify(request));
  t.ok(await until(() => capture.counts.written === 1));
  await threads[0]!.terminate();
  captured(capture, JSON.stringify(request));
  t.ok(await until(() => capture.counts.written === 2));
  await capture.close();
  t.equal(read(path).length, 2);
  captured(capture, JSON.stringify(request));
  t.same([threads.length, capture.counts.dropped], [2, 1], 'none comes once capture has ended');
});

t.test('why a thread has ended is told once it wrote; before, it is for the start to tell', async (t) => {
  const troubles: string[] = [];
  const threads: Worker[] = [];
  const note = (made: unknown): void => void threads.push((made as { readonly worker: Worker }).worker);
  subscribe('worker_threads', note);
  t.teardown(() => unsubscribe('worker_threads', note));
  const open = (path: string): Capture => new Capture({ ...rules, path }, (reason) => troubles.push(reason));
  await t.rejects(open('/proc/gavel/x.ndjson').ready(), /cannot be written/);
  t.same(troubles, []);
  const capture = open(join(t.testdir(), 'told.ndjson'));
  await capture.ready();
  threads.at(-1)!.postMessage('no auction', []);
  t.ok(await until(() => troubles.length > 0));
  t.match(troubles, wholeLists([/^the thread that writes them has ended \(/]));
  await capture.close();
});

t.test('replies that inflate without end, and auctions that are too large, fill no memory', async (t) => {
  const parts = await start(t, {});
  const bomb = `[${'{},'.repeat(3_000_000)}{}]`;
  parts.bidders.answer('a', { body: bomb, gzip: true });
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  const [call] = read(parts.path)[0]!.calls;
  t.match(call, { bidder: 'bidderA', headers: { 'content-encoding': 'gzip' }, bodyBase64: String });
  t.same(gunzipSync(Buffer.from(call!.bodyBase64!, 'base64')).toString().length, bomb.length, 'it stands as it came');
  await parts.service.stop();
  const { capture, troubles } = await openCapture(t);
  captured(capture, bomb);
  t.ok(await until(() => capture.counts.dropped === 1));
  t.match(troubles, wholeLists([/too large/]));
  await capture.close();
});

t.test('an auction whose user has more ids than can be looked for is not written', async (t) => {
  const { capture, troubles } = await openCapture(t, { keepUserIds: false });
  const uids = Array.from({ length: 501 }, (_, at) => ({ id: `person-${at}` }));
  captured(capture, JSON.stringify({ user: { eids: [{ source: 'ids.example', uids: uids.slice(1) }] } }));
  t.ok(await until(() => capture.counts.written === 1), 'as many as may be');
  captured(capture, JSON.stringify({ user: { eids: [{ source: 'ids.example', uids }] } }));
  t.ok(await until(() => capture.counts.dropped === 1));
  t.match(troubles, wholeLists([/too many ids/]));
  await capture.close();
});

t.test('an auction whose user has an id too long to be looked for is not written, nor is the id told', async (t) => {
  const { capture, troubles } = await openCapture(t, { keepUserIds: false });
  captured(capture, JSON.stringify({ user: { id: '漢'.repeat(3600) } }));
  t.ok(await until(() => capture.counts.written === 1), 'as long as may be');
  captured(capture, JSON.stringify({ user: { id: '漢'.repeat(4000) } }));
  t.ok(await until(() => capture.counts.dropped === 1));
  t.match(troubles, wholeLists([/too many ids/]));
  t.notMatch(troubles, wholeLists([/漢/]));
  await capture.close();
});

t.test('a folder that cannot be written ends the start with a clear word', async (t) => {
  for (const path of [join(t.testdirName, 'file', 'x.ndjson'), '/proc/gavel/x.ndjson', '/proc/x.ndjson']) {
    await t.rejects(start(t, { path }), {
      message: /^capture\.path .* cannot be written \((?:EEXIST|ENOENT)\): name a file in a folder/,
    });
  }
});

t.test('a folder that is removed is made again', async (t) => {
  const parts = await start(t, {});
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  rmSync(dirname(parts.path), { recursive: true });
  await auction(parts.service);
  t.ok(await until(async () => /written_total 2\n/.test(await metrics(parts))));
  await parts.service.stop();
  t.equal(read(parts.path).length, 1);
});

t.test('a disk that fails loses auctions, and nothing else', async (t) => {
  const parts = await start(t, {});
  await auction(parts.service);
  t.ok(await oneIsWritten(parts));
  const folder = dirname(parts.path);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
  t.match(await auction(parts.service), /"id":"r1"/, 'the answer comes');
  t.ok(await until(async () => /dropped_total 1\n/.test(await metrics(parts))));
  t.match(await metrics(parts), /gavel_capture_written_total 1\n/);
  await parts.service.stop();
});
