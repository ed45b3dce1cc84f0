/** CORS headers of answers, faults and preflights. */
import t from 'tap';
import { request } from 'undici';
import { RequestError } from '../../src/errors.ts';
import { corsHeaders, preflightHeaders } from '../../src/http/cors.ts';
import type { Cors, Route } from '../../src/http/exchange.ts';
import { echo, open, talk } from './front.ts';

const route = (method: Route['method'], path: string, cors: Cors): Route => ({
  method,
  path,
  cors,
  body: false,
  handle: echo,
});

t.test('credentials: a well-formed origin is echoed', async (t) => {
  const wellFormed = [
    'https://a.example',
    'http://localhost:8080',
    'HTTPS://A.Example:443',
    'http://[2a00::1]:80',
    'http://127.0.0.1',
    'chrome-extension://abcdefgh',
    'https://xn--mnchen-3ya.example',
    'https://a_b.example',
    'null',
  ];
  for (const origin of wellFormed) {
    t.strictSame(
      corsHeaders('credentials', origin),
      [
        ['Access-Control-Allow-Origin', origin],
        ['Access-Control-Allow-Credentials', 'true'],
        ['Vary', 'Origin'],
      ],
      origin,
    );
  }
});

t.test('credentials: a missing or malformed origin is not echoed', async (t) => {
  const malformed = [
    '',
    '*',
    'a.example',
    'https://',
    'https://a.example/',
    'https://a.example/path',
    'https://u:p@a.example',
    'https://a.example https://b.example',
    'https://a.example, https://b.example',
    'https://a.example\r\nX: y',
    'https://a.example\n',
    'https://a\0.example',
    'https://a.example:123456',
    'https://a"b.example',
    'https://bücher.example',
    `https://${'a'.repeat(300)}.example`,
    'undefined',
    'null\n',
  ];
  for (const origin of malformed)
    t.strictSame(corsHeaders('credentials', origin), [['Vary', 'Origin']], origin.slice(0, 40));
});

t.test('public and none ignore the origin', async (t) => {
  t.strictSame(corsHeaders('public', 'https://a.example'), [['Access-Control-Allow-Origin', '*']]);
  t.strictSame(corsHeaders('none', 'https://a.example'), []);
});

t.test('a preflight is answered for the requested method', async (t) => {
  const routes = [route('GET', '/a', 'public'), route('POST', '/a', 'credentials'), route('DELETE', '/a', 'none')];
  const allow = (method: string) => new Map(preflightHeaders(routes, { origin: 'https://a.example', method }));
  t.strictSame(
    [...allow('POST')],
    [
      ['Access-Control-Allow-Origin', 'https://a.example'],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Vary', 'Origin'],
      ['Access-Control-Allow-Methods', 'POST'],
      ['Access-Control-Allow-Headers', 'Accept, Content-Encoding, Content-Type, Origin, X-Requested-With'],
      ['Access-Control-Max-Age', '86400'],
    ],
  );
  for (const method of ['GET', 'DELETE', '', 'constructor']) {
    t.equal(allow(method).get('Access-Control-Allow-Origin'), '*', method);
    t.equal(allow(method).get('Access-Control-Allow-Methods'), 'GET', method);
    t.notOk(allow(method).has('Access-Control-Allow-Credentials'), method);
  }
  t.equal(preflightHeaders([route('GET', '/a', 'none')], { origin: 'https://a.example', method: 'GET' }), undefined);
});

const origin = 'https://publisher.example';

const routes: Route[] = [
  route('GET', '/with', 'credentials'),
  {
    ...route('POST', '/with', 'credentials'),
    body: true,
    handle: () => {
      throw new RequestError(400, ['wrong']);
    },
  },
  route('GET', '/public', 'public'),
  route('GET', '/none', 'none'),
  { ...route('OPTIONS', '/own', 'none'), handle: (exchange) => exchange.answer(200, [], 'own') },
];

async function ask(url: string, method: 'GET' | 'POST' | 'OPTIONS', more: Record<string, string> = {}) {
  const reply = await request(url, { method, headers: { origin, ...more }, body: method === 'POST' ? 'x' : null });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, text };
}

t.test('answers and faults have CORS headers', async (t) => {
  const { url, server } = await open(t, routes);
  for (const method of ['GET', 'POST'] as const) {
    const { status, headers } = await ask(`${url}/with`, method);
    t.equal(status, method === 'GET' ? 200 : 400);
    t.match(headers, {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
  }
  const refused = await ask(`${url}/with`, 'POST', { 'content-encoding': 'br' });
  t.equal(refused.status, 415);
  t.equal(refused.headers['access-control-allow-origin'], origin, 'a script can read why its body was refused');
  t.equal((await ask(`${url}/public`, 'GET')).headers['access-control-allow-origin'], '*');
  t.notOk('access-control-allow-origin' in (await ask(`${url}/none`, 'GET')).headers);

  const twice = 'GET /with HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\nOrigin: https://b.example\r\n\r\n';
  const { text } = await talk(server.port, [twice], /0:$/);
  t.match(text, /^HTTP\/1\.1 200 /);
  t.notMatch(text, /allow-origin/i, 'two origins count as none');
});

t.test('preflights are answered without an OPTIONS route', async (t) => {
  const { url } = await open(t, routes);
  const preflight = await ask(`${url}/with`, 'OPTIONS', { 'access-control-request-method': 'POST' });
  t.equal(preflight.status, 204);
  t.equal(preflight.text, '');
  t.match(preflight.headers, {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
  });
  t.equal((await ask(`${url}/public`, 'OPTIONS')).headers['access-control-allow-origin'], '*');
  const closed = await ask(`${url}/none`, 'OPTIONS');
  t.equal(closed.status, 405);
  t.equal(closed.headers['allow'], 'GET, HEAD');
  t.equal((await ask(`${url}/own`, 'OPTIONS')).text, 'own', 'an OPTIONS route comes first');
  t.equal((await ask(`${url}/missing`, 'OPTIONS')).status, 404);
});
