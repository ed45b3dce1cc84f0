/** The kinds and reasons of failed calls. */
import t from 'tap';
import { errors } from 'undici';
import { callFault } from '../../../src/auction/calls/call-faults.ts';

function failure(code: string): Error {
  return Object.assign(new Error(`a secret of the bidder: ${code}`), { code });
}

t.test('a failure before the reply is unreachable, with a reason that holds no secret', async (t) => {
  const cases: [Error, string, boolean][] = [
    [failure('ECONNREFUSED'), 'connection refused', false],
    [failure('EAI_AGAIN'), 'host not found', false],
    [failure('ERR_HOST_NAME_SLOW'), 'looking up the name of the host took too long', false],
    [failure('CERT_HAS_EXPIRED'), 'TLS certificate has expired', false],
    [failure('ERR_TLS_CERT_ALTNAME_INVALID'), 'TLS certificate is for another name', false],
    [failure('CERT_REVOKED'), 'TLS certificate not valid', false],
    [failure('CERT_UNTRUSTED'), 'TLS certificate not valid', false],
    [failure('ERR_SSL_NO_SHARED_CIPHER'), 'TLS handshake failed', false],
    [failure('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'the host has no TLS 1.2 or later', false],
    [failure('EMFILE'), 'no socket left on this machine', false],
    [failure('ECONNRESET'), 'connection closed before the reply', true],
    [failure('EPIPE'), 'connection closed before the reply', true],
    [new errors.SocketError('other side closed'), 'connection closed before the reply', true],
    [new errors.ConnectTimeoutError('a host'), 'connecting took too long', false],
    [failure('WHO_KNOWS'), 'connection failed', false],
    [failure('__proto__'), 'connection failed', false],
    [new TypeError('x.toLowerCase is not a function'), 'connection failed', false],
  ];
  for (const [error, reason, isStale] of cases)
    t.strictSame(callFault(error, false), { kind: 'unreachable', reason, isStale });
  t.match(callFault(new errors.ClientDestroyedError('x'), false), { kind: 'cancelled' });
});

t.test('a failure within the reply is broken, with its reason', async (t) => {
  const cases: [Error, string][] = [
    [failure('ECONNRESET'), 'the reply broke off'],
    [new errors.HTTPParserError('x'), 'the reply is not HTTP'],
    [new errors.HeadersOverflowError('x'), 'the reply has too many headers'],
    [new errors.ResponseContentLengthMismatchError('x'), 'the reply is not as long as its Content-Length'],
  ];
  for (const [error, reason] of cases) t.strictSame(callFault(error, true), { kind: 'broken', reason, isStale: false });
});
