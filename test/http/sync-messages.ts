/** Requests to `/setuid` and `/cookie_sync` with parameters, cookies and bodies from valid to absurd; the same in every run. */
import { dice } from '../support/chance.ts';
import { cookieWith, entry } from './sync-front.ts';

const roll = dice(20_260_501);
const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const word = (length: number): string => Array.from({ length }, () => alphabet[roll(alphabet.length)]).join('');

const longTexts = Array.from({ length: 100 }, () => word(1000 + roll(9000)));

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

/** Mostly one of `good`, else any text. */
const value = (...good: readonly string[]): string => {
  const thrown = roll(80);
  if (thrown < 68 && good.length > 0) return pick(good);
  if (thrown < 76) return pick(nasty);
  return thrown < 79 ? word(roll(40)) : pick(longTexts);
};

const encode = (text: string): string =>
  roll(8) === 0 ? text.replaceAll(/[^!-"$-~]/g, '~') : encodeURIComponent(text.toWellFormed());

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
  const kept = parameters.filter(([name]) => name === 'bidder' || roll(3) > 0);
  if (roll(5) === 0) kept.push(pick(parameters));
  return kept
    .map(([name, text]) => `${name}=${encode(text)}`)
    .join('&')
    .slice(0, 20_000);
}

function cookie(): string {
  const thrown = roll(6);
  if (thrown === 0) return '';
  if (thrown === 1 && roll(2) === 0) return `uids=${pick(longTexts).slice(0, 8192)}`;
  if (thrown === 2) return pick(nasty).replaceAll(/[^ -~]/g, '');
  const ids = Object.fromEntries(
    Array.from({ length: roll(30) }, (_, at) => [value(`k${at}`), entry(word(roll(60)), roll(30) - 5)]),
  );
  const json = { tempUIDs: ids, uids: { old: word(5) }, bday: value('2026-01-01T00:00:00Z'), optout: roll(20) === 0 };
  const text = JSON.stringify(json);
  return cookieWith(thrown === 3 ? text.slice(0, roll(text.length)) : text).cookie.slice(0, 12_000);
}

/** The same for values of any type. */
const mostly = (...good: readonly unknown[]): unknown => (roll(25) === 0 ? pick(nasty) : pick(good));

function body(): string {
  const json = {
    bidders: mostly(
      ['image', 'frame'],
      [],
      undefined,
      [value('image')],
      Array.from({ length: 40 }, () => value('image')),
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
  if (roll(20) === 0) return text.slice(0, roll(text.length));
  return roll(40) === 0 ? '['.repeat(roll(20_000)) : text;
}

/** Parts are made once and combined anew for each message, which is faster. */
const queries = Array.from({ length: 3000 }, query);
const cookies = Array.from({ length: 1500 }, cookie);
const bodies = Array.from({ length: 3000 }, () => Buffer.from(body().toWellFormed()));

/** A request to either endpoint: its path, and its bytes. */
export function message(): { path: string; bytes: Buffer } {
  const isSync = roll(2) === 0;
  const head = isSync ? 'POST /cookie_sync' : `GET /setuid?${pick(queries)}`;
  const payload = isSync ? pick(bodies) : Buffer.alloc(0);
  const lines = [`${head} HTTP/1.1`, 'Host: gavel', `Cookie: ${pick(cookies)}`, `Content-Length: ${payload.length}`];
  if (roll(3) === 0) lines.push('Origin: https://pub.example', `Sec-GPC: ${roll(2)}`);
  return {
    path: isSync ? '/cookie_sync' : '/setuid',
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload]),
  };
}
