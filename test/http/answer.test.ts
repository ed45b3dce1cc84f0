/** Answers and faults of handlers, over real connections (RFC 9110; decisions, '400 / 503 bodies'). */
import t from 'tap';
import { fetch } from 'undici';
import { RequestError } from '../../src/errors.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { get, open } from './front.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('an answer may be a string, bytes, a part of bytes, an ArrayBuffer, or nothing', async (t) => {
  const bytes = new TextEncoder().encode('-part-');
  const bodies = ['täxt', bytes, bytes.subarray(1, 5), bytes.slice(1, 5).buffer, undefined];
  const { url } = await open(t, [
    get('/body/:index', (exchange) => exchange.answer(200, [], bodies[Number(exchange.parameter)])),
  ]);
  const texts = await Promise.all(bodies.map(async (_body, index) => (await fetch(`${url}/body/${index}`)).text()));
  t.strictSame(texts, ['täxt', '-part-', 'part', 'part', '']);
});

t.test('a RequestError is answered with its status and a line for each fault', async (t) => {
  const error = new RequestError(503, ['one', 'two\r\nthree']);
  const { url, bugs } = await open(t, [
    get('/thrown', () => {
      throw error;
    }),
    get('/rejected', () => Promise.reject(error)),
  ]);
  for (const path of ['/thrown', '/rejected']) {
    const reply = await fetch(url + path);
    t.equal(reply.status, 503);
    t.equal(reply.headers.get('cache-control'), 'no-store');
    t.equal(await reply.text(), 'Invalid request: one\nInvalid request: two three\n');
  }
  t.strictSame(bugs, []);
});

const bad = (name: string, value: string) => (exchange: Exchange) => exchange.answer(200, [[name, value]], 'x');

t.test('any other fault of a handler is a bug: 500, and reported to the host', async (t) => {
  const bug = new TypeError('oops');
  const { url, bugs } = await open(t, [
    get('/thrown', () => {
      throw bug;
    }),
    get('/rejected', () => Promise.reject(bug)),
    get('/silent', async () => {}),
    get('/status', (exchange) => exchange.answer(99, [], 'x')),
    get('/split', bad('X-A', 'a\r\nX-Evil: 1')),
    get('/nul', bad('X-A', 'a\0')),
    get('/name', bad('X-A\n', 'a')),
  ]);
  for (const path of ['/thrown', '/rejected', '/silent', '/status', '/split', '/nul', '/name']) {
    const reply = await fetch(url + path);
    t.equal(reply.status, 500, path);
    t.equal(await reply.text(), 'Internal error');
    t.equal(reply.headers.get('cache-control'), 'no-store', 'not cached');
    t.equal(reply.headers.get('x-evil'), null);
  }
  t.strictSame(bugs.slice(0, 2), [bug, bug]);
  t.equal(bugs.length, 7);
  t.match(
    bugs.slice(2).map(String),
    wholeLists([
      /GET \/silent ended without an answer/,
      /status 99/,
      /control character in its header "X-A"/,
      /control character in its header "X-A"/,
      /control character in its header "X-A\\n"/,
    ]),
  );
});

t.test('only the first answer is sent, and a fault after it is still reported', async (t) => {
  const { url, bugs, server } = await open(t, [
    get('/a', async (exchange) => {
      exchange.answer(200, [], 'first');
      exchange.answer(400, [], 'second');
      throw new Error('after the answer');
    }),
  ]);
  const reply = await fetch(`${url}/a`);
  t.equal(reply.status, 200);
  t.equal(await reply.text(), 'first');
  t.match(bugs.map(String), wholeLists([/after the answer/]));
  t.equal(server.inFlight(), 0);
});
