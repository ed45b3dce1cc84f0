/** 50,000 requests with strange parameters, cookies and bodies: no crash, no 500, no foreign header, no growth in memory (issue 4). */
import net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { cookieWith, entry, openSync } from './sync-front.ts';

const rounds = 50_000;
const connections = 48;
const maxCookieBytes = 1500;

/** A repeatable sequence of numbers below `below`. */
let seed = 20_260_501;
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const word = (length: number): string => Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');

const longTexts = Array.from({ length: 100 }, () => word(1000 + random(9000)));

const nasty = [
  '', '0', '1', '2', '-1', 'NaN', 'true', 'null', '[]', '{}', '../../etc/passwd', '__proto__', 'constructor', 'toString',
  'x\r\nX-Injected: 1', '\r\n\r\n<script>alert(1)</script>', '\u0000', '\ud800', '\u202e', 'é世\u{1f600}', '%00', '%', '%zz', '%%UID%%', '$UID',
  '<script>alert(1)</script>', '"\'><img src=x>', 'https://evil.example/', '//evil.example', 'javascript:alert(1)', ' ', '+', ';', '&', '=', '#',
]; // prettier-ignore

const consents = [
  'CPc7TgAPc7TgAAHABBENAyCgAAAAAAAAAAAAAAAAAAAA',
  'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA.IFoEUQQgAIQwgIwQABAEAAAAOIAACAIAAAAQAIAgEAACEAAAAAgAQBAAAAAAAGBAAgAAAAAAAFAAECAAAgAAQARAEQAAAAAJAAIAAgAAAYQEAAAQmAgBC3ZAYzUw',
];
const gpps = ['DBABTA~1YYN', 'DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', 'DBABLA~BVQqAAAAAgA.QA'];

/** Mostly what is right, else anything. */
const value = (...good: readonly string[]): string => {
  const dice = random(40);
  if (dice < 34 && good.length > 0) return pick(good);
  if (dice < 38) return pick(nasty);
  return dice === 38 ? word(random(40)) : pick(longTexts);
};

const encode = (text: string): string =>
  random(8) === 0 ? text.replaceAll(/[^!-"$-~]/g, '~') : encodeURIComponent(text.toWellFormed());

function query(): string {
  const parameters: [string, string][] = [
    ['bidder', value('image', 'frame', 'fr', 'mute', 'image', 'frame')],
    ['uid', value('u1', word(10), word(200), '$UID', '[ID]')],
    ['f', pick(['', 'b', 'i', 'i', 'b', pick(nasty)])],
    ['gdpr', value('0', '0', '', '1')],
    ['gdpr_consent', value('', ...consents)],
    ['us_privacy', value('', '1NNN', '1YNN', '1YYN')],
    ['gpp', value('', ...gpps)],
    ['gpp_sid', value('', '2', '6', '7,8')],
    ['account', value('', '', 'p', 'none')],
  ];
  const kept = parameters.filter(([name]) => name === 'bidder' || random(3) > 0);
  if (random(5) === 0) kept.push(pick(parameters));
  return kept
    .map(([name, text]) => `${name}=${encode(text)}`)
    .join('&')
    .slice(0, 20_000);
}

function cookie(): string {
  const dice = random(6);
  if (dice === 0) return '';
  if (dice === 1) return `uids=${pick(longTexts).slice(0, 8192)}`;
  if (dice === 2) return pick(nasty).replaceAll(/[^ -~]/g, '');
  const ids = Object.fromEntries(
    Array.from({ length: random(30) }, (_, at) => [value(`k${at}`), entry(word(random(60)), random(30) - 5)]),
  );
  const json = { tempUIDs: ids, uids: { old: word(5) }, bday: value('2026-01-01T00:00:00Z'), optout: random(20) === 0 };
  const text = JSON.stringify(json);
  return cookieWith(dice === 3 ? text.slice(0, random(text.length)) : text).cookie.slice(0, 12_000);
}

/** Mostly one of `good`, else any text. */
const mostly = (...good: readonly unknown[]): unknown => (random(25) === 0 ? pick(nasty) : pick(good));

function body(): string {
  const json = {
    bidders: mostly(
      ['image', 'frame'],
      [],
      undefined,
      [value('image')],
      Array.from({ length: 200 }, () => value('image')),
    ),
    gdpr: mostly(0, 1, undefined, '1', ''),
    gdpr_consent: value('', ...consents),
    us_privacy: value('', '1YNN', '1YYN'),
    gpp: mostly(undefined, ...gpps),
    gpp_sid: mostly(undefined, '2', '6,7'),
    limit: mostly(undefined, 0, 1, -5, 1e15),
    coopSync: mostly(undefined, true, false),
    debug: mostly(undefined, true, false),
    account: value('', 'p'),
    filterSettings: mostly(
      undefined,
      null,
      { image: { bidders: '*', filter: 'exclude' } },
      { iframe: { filter: value('include'), bidders: [value()] } },
    ),
  };
  const text = JSON.stringify(json);
  if (random(20) === 0) return text.slice(0, random(text.length));
  return random(40) === 0 ? '['.repeat(random(20_000)) : text;
}

/** Parts are made once and combined anew each time: making them is not what is tested. */
const queries = Array.from({ length: 3000 }, query);
const cookies = Array.from({ length: 1500 }, cookie);
const bodies = Array.from({ length: 3000 }, () => Buffer.from(body().toWellFormed()));

function message(): { path: string; bytes: Buffer } {
  const isSync = random(2) === 0;
  const head = isSync ? 'POST /cookie_sync' : `GET /setuid?${pick(queries)}`;
  const payload = isSync ? pick(bodies) : Buffer.alloc(0);
  const lines = [`${head} HTTP/1.1`, 'Host: gavel', `Cookie: ${pick(cookies)}`, `Content-Length: ${payload.length}`];
  if (random(3) === 0) lines.push('Origin: https://pub.example', `Sec-GPC: ${random(2)}`);
  return {
    path: isSync ? '/cookie_sync' : '/setuid',
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload]),
  };
}

const statuses: { readonly [path: string]: ReadonlySet<number> } = {
  '/setuid': new Set([200, 400, 401, 451]),
  '/cookie_sync': new Set([200, 400, 401]),
};
const headers = new Set(
  (
    'date uwebsockets content-type content-length cache-control x-content-type-options set-cookie vary ' +
    'access-control-allow-origin access-control-allow-credentials'
  ).split(' '),
);

/** What is wrong with an answer, '' for nothing. */
function fault(path: string, head: string, text: string): string {
  const [line = '', ...lines] = head.split('\r\n');
  const status = Number(line.split(' ')[1]);
  if (!statuses[path]!.has(status)) return `status ${status}`;
  for (const one of lines) {
    const name = one.slice(0, one.indexOf(':')).toLowerCase();
    if (!headers.has(name)) return `header ${one.slice(0, 80)}`;
    if (name === 'set-cookie' && one.slice('set-cookie: '.length).length > maxCookieBytes)
      return 'a cookie that is too long';
  }
  if (path === '/setuid' && /<|X-Injected|evil\.example/.test(text)) return `it reflects ${text.slice(0, 80)}`;
  if (path === '/cookie_sync' && status === 200) JSON.parse(text);
  return '';
}

/** One connection that sends the next message when the last is answered, until `left` runs out. */
function drive(port: number, left: { count: number }, tally: Map<string, number>): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let received: Buffer = Buffer.alloc(0);
    let sent = message();
    const end = (why: string): void => {
      socket.destroy();
      resolve(why);
    };
    const next = (): void => {
      if (left.count-- <= 0) return end('');
      sent = message();
      socket.write(sent.bytes);
    };
    socket.on('connect', next);
    socket.on('error', (error) => end(String(error)));
    socket.on('close', () => end('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const split = received.indexOf('\r\n\r\n');
      if (split < 0) return;
      const head = received.toString('latin1', 0, split);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < split + 4 + length) return;
      const wrong = fault(sent.path, head, received.toString('utf8', split + 4, split + 4 + length));
      received = received.subarray(split + 4 + length);
      if (wrong !== '' || received.length > 0)
        return end(`${wrong || 'more than one answer'} to ${sent.bytes.toString().slice(0, 500)}`);
      const kind = `${sent.path} ${head.slice(9, 12)}`;
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
      next();
    });
  });
}

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

t.test('50,000 requests', async (t) => {
  const settings = {
    userSync: { maxCookieBytes, priorityGroups: [['image']] },
    privacy: { gdpr: { hostVendorId: 20 } },
  };
  const { server, bugs } = await openSync(t, settings, { accounts: { p: {} }, random: Math.random });
  const tally = new Map<string, number>();
  const run = async (count: number): Promise<string[]> => {
    const left = { count };
    const ends = await Promise.all(Array.from({ length: connections }, () => drive(server.port, left, tally)));
    return ends.filter((why) => why !== '');
  };
  // The first half fills what is remembered of consent strings and accounts, up to its bounds.
  t.same(await run(rounds / 2), []);
  const beforeBytes = usedBytes();
  t.same(await run(rounds / 2), []);
  const grownBytes = usedBytes() - beforeBytes;
  t.ok(grownBytes < 8_000_000, `grew by ${grownBytes} bytes`);
  t.same(bugs, []);
  t.equal(
    [...tally.values()].reduce((sum, count) => sum + count, 0),
    rounds,
  );
  const expected = [
    '/setuid 200',
    '/setuid 400',
    '/setuid 401',
    '/setuid 451',
    '/cookie_sync 200',
    '/cookie_sync 400',
    '/cookie_sync 401',
  ];
  for (const kind of expected) t.ok((tally.get(kind) ?? 0) > rounds / 500, `${kind}: ${tally.get(kind)}`);
});
