/** The debug output of one call (spec 2.3 `ext.debug.httpcalls`; decisions, 'debug'). */
import t from 'tap';
import { buildHttpcall } from '../../../src/stages/settle/build-httpcall.ts';

const call = {
  uri: 'https://user:pass@bidder.example/bid?k=se%2Fcret&a=1',
  headers: [
    'accept',
    'a',
    'Authorization',
    'Basic x',
    'accept',
    'b',
    'Cookie',
    'c',
    'X-Api-Key',
    'k',
    'x-token',
    't',
    'x-id',
    'se/cret',
  ],
  requestbody: '{"key":"se/cret","quoted":"a\\"b-c"}',
  responsebody: 'echo se/cret',
  status: 200,
  secrets: [] as string[],
};

t.test('headers with secrets and the credentials of the URL are left out', async (t) => {
  t.strictSame(buildHttpcall(call), {
    uri: 'https://bidder.example/bid?k=se%2Fcret&a=1',
    requestbody: call.requestbody,
    requestheaders: { accept: ['a', 'b'], 'x-id': ['se/cret'] },
    responsebody: 'echo se/cret',
    status: 200,
  });
});

t.test("the host's secrets are redacted everywhere, verbatim and encoded", async (t) => {
  t.strictSame(buildHttpcall({ ...call, secrets: ['se/cret', '', 'a"b-c', 'a'] }), {
    uri: 'https://bidder.example/bid?k=***&a=1',
    requestbody: '{"key":"***","quoted":"***"}',
    requestheaders: { accept: ['a', 'b'], 'x-id': ['***'] },
    responsebody: 'echo ***',
    status: 200,
  });
});

t.test('a header may have any name', async (t) => {
  const { requestheaders } = buildHttpcall({ ...call, headers: ['__proto__', 'x', 'odd'] });
  t.strictSame(Object.entries(requestheaders as object), [['__proto__', ['x']]]);
});
