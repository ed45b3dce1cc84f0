/**
 * Bodies for the agreement test: small requests whose tokens, keys, escapes, numbers, nesting and bytes are
 * changed at random. One seed always gives the same bodies.
 */

import type { dice } from '../support/chance.ts';

type Random = ReturnType<typeof dice>;

const requests = [
  '{"id":"r1","tmax":300,"test":0,"cur":["EUR","USD"],"site":{"id":"s","publisher":{"id":"p1","ext":{"svc":{"parentAccount":"acc"}}}},"imp":[{"id":"1","ext":{"svc":{"storedrequest":{"id":"si"}}}},{"id":"2","banner":{"w":300}}]}',
  '{"app":{"id":"com.app","publisher":{"id":"p2"}},"ext":{"svc":{"storedrequest":{"id":"sr"},"storedauctionresponse":{"id":"rr"}}},"imp":[{"id":"a","ext":{"svc":{"storedauctionresponse":{"id":"ar"},"storedbidresponse":[{"bidder":"x","id":"b1"},{"id":"ar"}]}}}],"tmax":1e3}',
  ' { "dooh" : { "publisher" : { "id" : "d\\u00e9\\ud83d\\ude00" , "ext" : { "svc" : null } } } ,\n\t"id" : "é😀" , "test":1,"cur":[],"imp":[]}\r\n',
  '{"id":1,"tmax":"x","cur":"EUR","site":null,"app":[],"dooh":{"publisher":7},"ext":{"svc":[]},"imp":{"id":"1"}}',
  '{"imp":[null,[],{"ext":{"svc":{"storedrequest":"x","storedbidresponse":[1,{"id":null},{"id":"ok"}]}}}],"user":{"geo":{"lat":-12.5,"lon":0.000001},"eids":[{"uids":[{"id":"\\"\\\\\\/\\b\\f\\n\\r\\t"}]}]}}',
  '{"ext":{"svc":{"profiles":["p1",2,"p1"],"impprofiles":["i0"],"storedrequest":{"id":"sr"}}},"imp":[{"ext":{"svc":{"profiles":["i1","i0",null,"i2"],"storedauctionresponse":{"id":"ar"}}}},{"ext":{"svc":{"profiles":"i3"}}},{"ext":{"svc":{"profiles":["1","2","3","4","5","6","7","8","9","10","11"]}}}]}',
];
const values =
  'null true false 0 -0 1 -1 300 1e3 1E+2 -0.0 0.1 1e400 -1e400 1e-400 5e-324 1.7976931348623157e308 9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616 01 - +1 1. .5 0x1 NaN Infinity undefined [] {} "" "x" "acc" "é" "😀" "\\u0000" "\\ud800" "\\udc00" "\\ud83d\\ude00" "\\ud83d" "\\u00e9" "\\x" "\\u12" \'x\' [1] {"id":"z"} ["USD"] ["é","q"] [{"id":"q"}] // /**/ " \\'.split(
    ' ',
  );
const keys =
  'id tmax test cur site app dooh ext imp publisher svc parentAccount storedrequest storedauctionresponse storedbidresponse profiles impprofiles __proto__ constructor toString \\u0069d s\\u0076c \\u0061pp'.split(
    ' ',
  );
const spaces = [' ', '\t', '\n', '\r', '\v', '\f', '\u00a0', '\u2028', '\ufeff', '\0', '\u001a', '\u0085'];
const nastyBytes = [
  0, 0x0a, 0x0c, 0x1a, 0x1f, 0x20, 0x22, 0x2c, 0x2d, 0x30, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x7f, 0x80, 0xbf, 0xc0,
  0xed, 0xef, 0xf0, 0xf4, 0xff,
];

const tokensOf = (text: string): string[] => text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|\s+|[^[\]{},:"\s]+/gu) ?? [];
const seeds = requests.map(tokensOf);

/** Bytes of one mutated request. */
export function mutatedBody(random: Random): Buffer {
  const tokens = [...pick(random, seeds)];
  for (let left = random(4); left > 0; left--) changeTokens(random, tokens);
  const bytes = Buffer.from(tokens.join(''));
  return random(4) === 0 ? changeBytes(random, bytes) : bytes;
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)]!;
}

function changeTokens(random: Random, tokens: string[]): void {
  const at = random(tokens.length);
  const token = tokens[at] ?? '';
  const kind = random(16);
  if (kind < 4) insertMember(random, tokens, at);
  else if (kind < 8) tokens.splice(nextValue(tokens, at), 1, pick(random, values));
  else if (kind < 10) tokens.splice(at, 0, pick(random, spaces));
  else if (kind < 12) tokens[at] = escaped(random, token);
  else if (kind === 12) nest(random, tokens, nextValue(tokens, at));
  else if (kind === 13) tokens.splice(at, 1);
  else if (kind === 14) tokens.splice(at, 0, ...tokens.slice(random(tokens.length), random(tokens.length)));
  else tokens[at] = pick(random, random(2) === 0 ? values : ['{', '}', '[', ']', ',', ':']);
}

/** Puts a known key with some value in front of, or behind, the members of an object near `at`. */
function insertMember(random: Random, tokens: string[], at: number): void {
  const first = random(2) === 0;
  const place = first ? tokens.indexOf('{', at) : tokens.indexOf('}', at);
  const value = random(2) === 0 ? pick(random, values) : pick(random, requests);
  const member = `"${pick(random, keys)}":${value}`;
  if (place !== -1) tokens.splice(first ? place + 1 : place, 0, first ? `${member},` : `,${member}`);
}

/** The place of the first token at or after `at` that stands where a value does. */
function nextValue(tokens: readonly string[], at: number): number {
  const colon = tokens.indexOf(':', at);
  return colon === -1 ? at : colon + 1;
}

/** Writes one character of a string as an escape. */
function escaped(random: Random, token: string): string {
  if (token.length < 3 || !token.startsWith('"')) return token;
  const at = 1 + random(token.length - 2);
  const code = token.charCodeAt(at).toString(16).padStart(4, '0');
  return `${token.slice(0, at)}\\u${random(2) === 0 ? code : code.toUpperCase()}${token.slice(at + 1)}`;
}

/** Wraps a token in levels of nesting, now and then around the limit. */
function nest(random: Random, tokens: string[], at: number): void {
  const levels = random(8) === 0 ? 505 + random(10) : 1 + random(3);
  const list = random(2) === 0;
  const inner = random(4) === 0 ? '' : (tokens[at] ?? '');
  tokens[at] =
    (list ? '[' : '{"id":').repeat(levels) + (inner || (list ? '' : '{}')) + (list ? ']' : '}').repeat(levels);
}

function changeBytes(random: Random, bytes: Buffer): Buffer {
  const at = random(bytes.length + 1);
  const kind = random(6);
  if (kind === 0) return bytes.subarray(0, at);
  if (kind === 1) return Buffer.concat([bytes, bytes.subarray(at)]);
  if (kind === 2) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]).subarray(0, 1 + random(3)), bytes]);
  const nasty = random(3) === 0 ? random(256) : pick(random, nastyBytes);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([nasty]), bytes.subarray(at + (kind % 2))]);
}
