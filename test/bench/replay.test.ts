/** The replay command on captured traffic, and its errors for wrong command lines (issue 6, item 3). */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { readFixtures } from '../../bench/fixture-file.ts';
import { readOptions } from '../../bench/replay/options.ts';
import { overrideHeader } from '../../src/http/debug-override.ts';
import { captureFiles } from '../../src/observe/capture-files.ts';
import type { CapturedAuction } from '../../src/observe/capture-record.ts';
import { ofTest } from '../support/end-with-us.ts';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { bareEnv } from '../support/run-script.ts';

const command = join(import.meta.dirname, '../../bench/replay.ts');

/** Runs the command to its end. */
async function replay(...args: string[]): Promise<{ status: number | null; output: string }> {
  const child = ofTest(
    t,
    spawn(process.execPath, [command, ...args], { env: bareEnv, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

interface Result {
  readonly reports: {
    readonly service: {
      readonly sent: number;
      readonly compared: number;
      readonly different: number;
      readonly bidders: { readonly unknown: object; readonly missing: object };
    };
  };
}

/** Captures 14 auctions whose bidders bid, are silent, fail, send invalid JSON, are late, use an unknown encoding, vary, or are unreachable. */
async function capturedTraffic(t: Test): Promise<{ file: string; config: string; booked: () => boolean }> {
  const bidders = await startBidders(t);
  bidders.answer('good', { body: bidOf(2.5), gzip: true, delayMs: 20 });
  bidders.answer('fails', { status: 500, body: 'no' });
  bidders.answer('odd', { body: '{"seatbid":[{' });
  bidders.answer('late', { body: bidOf(9), delayMs: 3000 });
  const coded = { 'content-encoding': 'utf-8' };
  const long = JSON.stringify(bidOf(1)).replace('"c"', '"c","ext":{"n":12345678901234567890}');
  bidders.answer('coded', { body: long, headers: coded });
  bidders.answer(
    'twin',
    [3, 4, 5, 6, 7].map((price) => ({ body: bidOf(price) })),
  );
  const codes = ['good', 'silent', 'fails', 'odd', 'late', 'coded', 'twin'];
  const dir = t.testdir({ stored: {} });
  const settings = {
    externalUrl: 'https://ssp.example',
    bidders: {
      ...bidders.settings(...codes),
      down: { endpoint: 'http://127.0.0.1:1/' },
    },
    bidderHealth: { breakerFailures: 1 },
    privacy: { gdpr: { defaultScope: false } },
    debug: { overrideToken: token },
    cache: { path: join(dir, 'cache'), timeoutMs: 5000, expectedMs: 500, publicUrl: 'https://cache.example/c' },
    stored: { dir: join(dir, 'stored') },
  };
  const path = join(dir, 'auctions.ndjson');
  const service = await startService(t, { ...settings, capture: { path, sampleRate: 1 } });
  await Promise.all(Array.from({ length: 12 }, (_, at) => send(service.url, at)));
  // The first one opens the breaker of the unreachable bidder.
  for (const at of [12, 13]) await send(service.url, at);
  await service.stop();
  const [file = ''] = captureFiles(path);
  const config = join(dir, 'service.json');
  const analytics = { file: { path: join(dir, 'events.jsonl') }, http: { url: bidders.endpoint('events') } };
  const cache = { ...settings.cache, store: 'http', url: bidders.endpoint('cache'), apiKey: 'a-key' };
  writeFileSync(config, JSON.stringify({ ...settings, cache, analytics }));
  const received = () => ['events', 'cache'].some((name) => bidders.received(name).length > 0);
  const booked = () => existsSync(analytics.file.path) || received();
  return { file, config, booked };
}

function bidOf(price: number): object {
  return { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price, crid: 'c', adm: '<b>é</b>' }] }] };
}

/** Two requests that differ only in their generated id and their bidders. */
const alike: { readonly [at: number]: object } = { 8: { twin: {} }, 9: { twin: {}, third: {} } };
const cookie = `uids=${Buffer.from(JSON.stringify({ uids: { twin: 'cookie-of-a-person' } })).toString('base64url')}`;

const token = 'a-token-of-the-host';

async function send(url: string, at: number): Promise<void> {
  const all = { good: {}, silent: {}, fails: {}, odd: {}, other: { n: at } };
  const some = { 1: { coded: {} }, 3: { late: {} }, 5: { twin: { n: 1 }, third: { n: 2 } } }[at];
  const last = at >= 12 && { down: {} };
  const bidder = alike[at] ?? { ...all, ...some, ...last };
  const request = {
    id: at in alike ? randomUUID() : `r${at}`,
    imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }],
    site: { page: 'https://news.example/a' },
    ...(!(at in alike) && { user: { id: 'somebody', buyeruid: `b${at}` } }),
    tmax: at === 3 ? 2000 : 5000,
    test: at === 1 ? 1 : 0,
    ext: {
      svc: {
        targeting: { includewinners: true },
        aliases: { other: 'good', third: 'twin' },
        ...(at === 2 && { cache: { bids: {} } }),
        ...(at >= 12 && { returnallbidstatus: true, debug: true }),
      },
    },
  };
  const text = at === 4 ? '{"id":"r4","imp":[],"site":{}}' : JSON.stringify(request);
  const asked = at === 6 ? { path: '?gzip=1', body: gzipSync(text) } : { path: '', body: text };
  const headers = { 'user-agent': 'b', ...(at in alike && { cookie }), ...(at === 7 && { [overrideHeader]: token }) };
  await (await fetch(`${url}/openrtb2/auction${asked.path}`, { method: 'POST', body: asked.body, headers })).text();
}

t.test('captured auctions replay without a difference; a changed answer is reported', async (t) => {
  const { file, config, booked } = await capturedTraffic(t);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const auctions = lines.map((line) => JSON.parse(line) as CapturedAuction);
  t.equal(auctions.length, 14, 'captured');
  t.equal(
    auctions.filter(({ answer }) => /"httpcalls"/.test(JSON.stringify(answer))).length,
    4,
    'four with debug output',
  );
  t.notOk(lines.join('').includes(token), 'the debug token is not captured');
  t.ok(
    auctions.some(({ calls }) => calls.some(({ kind }) => kind === 'timeout')),
    'a timeout is captured',
  );
  const result = join(t.testdirName, 'result.json');
  const played = await replay(
    file,
    '--rate',
    '50',
    '--patient',
    '--set',
    'auction.tmaxMinMs=3000',
    '--set',
    'workers=0',
    '--config',
    config,
    '--result',
    result,
  );
  t.equal(played.status, 0, played.output);
  t.notMatch(played.output, 'too slow');
  const { reports } = JSON.parse(readFileSync(result, 'utf8')) as Result;
  t.match(reports.service, { sent: 14, unanswered: 0, compared: 14, different: 0 });
  t.match(reports.service.bidders, wholeLists({ unknown: {}, missing: {} }));
  t.strictSame(Object.keys({ ...reports.service.bidders.unknown, ...reports.service.bidders.missing }), []);
  t.notOk(booked(), 'a replay sends no analytics events, and no bids to the host’s own cache');

  const one = auctions.find(({ body }) => (body as { id?: string }).id === 'r0')!;
  const changed = join(t.testdirName, 'changed.ndjson');
  writeFileSync(
    changed,
    JSON.stringify(one).replace(
      '"price":2.5,"crid":"c","adm":"<b>é</b>","ext"',
      '"price":2.4,"crid":"c","adm":"<b>é</b>","ext"',
    ),
  );
  const differs = await replay(changed, '--speed', '5', '--config', config, '--result', result);
  t.equal(differs.status, 1, 'status');
  t.match(differs.output, /too slow .* --patient\n/);
  t.match(
    differs.output,
    /line 1: POST \/openrtb2\/auction, id "r0", 2[^]*\/seatbid\/0\/bid\/0\/price: 2\.4 before, 2\.5 now/,
  );
});

t.test('there are 200 fixtures with different names and without answers', async (t) => {
  const fixtures = readFixtures();
  t.equal(new Set(fixtures.map(({ name }) => name)).size, 200);
  t.ok(fixtures.every(({ answer }) => answer === undefined));
});

t.test(
  "figures are printed even if the result cannot be written; a wrong configuration has the service's error",
  async (t) => {
    const [auction] = readFixtures();
    const dir = t.testdir({ 'one.ndjson': JSON.stringify(auction), 'wrong.yaml': 'bidders: [\n' });
    const file = join(dir, 'one.ndjson');
    const bidders = await startBidders(t);
    const some = ['--service', bidders.endpoint('a'), '--result', join(file, 'result.json')];
    const played = await replay(file, ...some);
    t.equal(played.status, 2);
    t.match(
      played.output,
      /1 auctions in .*: starting [^]*service: 1 auctions at \d+\/s, 1 × \d+, 0 without an answer[^]*replay: .*result\.json cannot be written \(E/,
    );
    const alone = await replay(file, '--service', 'http://127.0.0.1:1');
    t.equal(alone.status, 2);
    t.match(alone.output, /--service http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED/);
    const refused = await replay(file, '--config', join(dir, 'wrong.yaml'));
    t.equal(refused.status, 2);
    t.match(refused.output, /gavel: the YAML cannot be parsed: .*wrong\.yaml line 2/);
  },
);

t.test('options are read, and a wrong command line says what to do', async (t) => {
  const wrong = await replay(command);
  t.equal(wrong.status, 2);
  t.match(wrong.output, /replay\.ts:1 is not a captured auction/);
  t.match(
    readOptions(['x', '--rate', '7', '--set', 'a=1']),
    wholeLists({ file: 'x', rate: 7, speed: 1, repeat: 1, set: ['a=1'] }),
  );
  t.match(readOptions(['x', '--speed', '3']), { rate: 0, speed: 3 });
  t.throws(() => readOptions([]), /give one file of captured auctions/);
  t.throws(() => readOptions(['x', '--rate', '0']), /--rate 0 is not valid: give a number above 0/);
  t.throws(() => readOptions(['x', '--rate', '1', '--speed', '1']), /not both/);
  t.throws(
    () => readOptions(['x', '--service', 'http://a', '--baseline', 'b']),
    /leave out --config, --set and --baseline/,
  );
  t.throws(() => readOptions(['x', '--service', 'here']), /--service here is not valid: give a URL such as http:/);
  t.throws(() => readOptions(['x', '--repeat', '1.5']), /--repeat 1\.5 is not valid: give a whole number from 1 to/);
});
