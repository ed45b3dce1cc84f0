/** What is kept of a reply, how failures are called, and where a host's addresses come from. */

import type { LookupAddress } from 'node:dns';

import t from 'tap';
import { errors } from 'undici';

import { callFault } from '../../src/auction/call-faults.ts';
import { rememberedLookup } from '../../src/auction/host-lookup.ts';
import { ReplyBody } from '../../src/auction/reply-body.ts';

t.test('chunks are kept as they came, in order', async (t) => {
  const body = new ReplyBody(100);
  const [one, two] = [Buffer.from('one'), Buffer.from('two')];
  t.ok(body.add(one) && body.add(two));
  t.equal(body.chunks[0], one);
  t.equal(body.chunks[1], two);
  t.equal(body.byteLength, 6);
});

t.test('many chunks of all sizes are packed without a byte lost', async (t) => {
  const body = new ReplyBody(10_000_000);
  const sizes = Array.from({ length: 400 }, (_, index) => (index * 7919) % (index % 50 === 0 ? 200_000 : 900));
  const chunks = sizes.map((size, index) => Buffer.alloc(size, index % 251));
  for (const chunk of chunks) t.ok(body.add(chunk));
  const whole = Buffer.concat(chunks);
  t.ok(Buffer.concat(body.chunks).equals(whole));
  t.equal(body.byteLength, whole.length);
  t.ok(body.chunks.length < 8 + whole.length / 65_536 + 1);
});

t.test('the bound is met exactly, kept or only counted', async (t) => {
  const body = new ReplyBody(10);
  t.ok(body.add(Buffer.alloc(4)));
  t.notOk(body.add(Buffer.alloc(7)));
  t.equal(body.byteLength, 4);
  t.ok(body.count(Buffer.alloc(6)));
  t.notOk(body.count(Buffer.alloc(1)));
  t.equal(Buffer.concat(body.chunks).length, 4);
});

function failure(code: string, name = 'Error'): Error {
  return Object.assign(new Error(`a secret of the bidder: ${code}`), { code, name });
}

t.test('failures before any byte of the reply', async (t) => {
  const cases: [Error, string, boolean][] = [
    [failure('ECONNREFUSED'), 'connection refused', false],
    [failure('EAI_AGAIN'), 'host not found', false],
    [failure('CERT_HAS_EXPIRED'), 'TLS certificate has expired', false],
    [failure('ERR_TLS_CERT_ALTNAME_INVALID'), 'TLS certificate is for another name', false],
    [failure('CERT_REVOKED'), 'TLS certificate not valid', false],
    [failure('ERR_SSL_WRONG_VERSION_NUMBER'), 'TLS handshake failed', false],
    [failure('EMFILE'), 'no socket left on this host', false],
    [failure('ECONNRESET'), 'connection closed before the reply', true],
    [failure('EPIPE'), 'connection closed before the reply', true],
    [new errors.SocketError('other side closed'), 'connection closed before the reply', true],
    [new errors.ConnectTimeoutError('a host'), 'connecting took too long', false],
    [failure('WHO_KNOWS'), 'connection failed', false],
    [failure('__proto__'), 'connection failed', false],
    [new TypeError('x.toLowerCase is not a function'), 'connection failed', false],
  ];
  for (const [error, reason, isStale] of cases)
    t.same(callFault(error, false), { kind: 'unreachable', reason, isStale });
  t.match(callFault(new errors.ClientDestroyedError('x'), false), { kind: 'cancelled' });
});

t.test('failures within the reply', async (t) => {
  const cases: [Error, string][] = [
    [failure('ECONNRESET'), 'the reply broke off'],
    [new errors.HTTPParserError('x'), 'the reply is not HTTP'],
    [new errors.HeadersOverflowError('x'), 'the reply has too many headers'],
    [new errors.ResponseContentLengthMismatchError('x'), 'the reply is not as long as its Content-Length'],
  ];
  for (const [error, reason] of cases) t.same(callFault(error, true), { kind: 'broken', reason, isStale: false });
});

type Found = { error: NodeJS.ErrnoException | null; addresses: string | LookupAddress[]; family: number | undefined };

function look(lookup: ReturnType<typeof rememberedLookup>, hostname: string, options: object): Promise<Found> {
  return new Promise((resolve) => {
    let hasReturned = false;
    lookup(hostname, options, (error, addresses, family) => {
      if (!hasReturned) throw new Error('answered before it returned');
      resolve({ error, addresses, family });
    });
    hasReturned = true;
  });
}

t.test('addresses of a host, the first time and remembered', async (t) => {
  const lookup = rememberedLookup();
  const first = await Promise.all([look(lookup, 'localhost', { all: true }), look(lookup, 'localhost', { all: true })]);
  t.same(first[0], first[1]);
  t.ok(Array.isArray(first[0]!.addresses) && first[0]!.addresses.length > 0);
  // Another name now: remembered addresses need no resolver.
  t.same(await look(lookup, 'no-longer-asked.invalid', { all: true }), first[0]);
  const one = await look(lookup, 'localhost', { family: 4 });
  t.match(one, { error: null, addresses: '127.0.0.1', family: 4 });
  t.match(await look(lookup, 'localhost', { family: 5 }), { error: { code: 'ENOTFOUND' } });
});

t.test('a host that must be outside is found on the internet alone', async (t) => {
  const lookup = rememberedLookup(true);
  for (const options of [{ all: true }, {}]) {
    t.match(await look(lookup, 'localhost', options), { error: { code: 'ERR_HOST_INSIDE' } });
  }
});

t.test('a host that is not there', async (t) => {
  const lookup = rememberedLookup();
  const name = `${'a'.repeat(64)}.invalid`;
  t.match(await look(lookup, name, { all: true }), { error: { code: 'ENOTFOUND' } });
  t.match(await look(lookup, 'localhost', {}), { error: { code: 'ENOTFOUND' } }, 'remembered for a moment, too');
});
