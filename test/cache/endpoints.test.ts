/** `GET /cache` and `POST /cache` (interface, 'Endpoints'; decisions, 'User sync and other endpoints'). */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json as jsonOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { listening } from '../support/listening.ts';
import { startService, type TestService } from '../support/service.ts';
import { wholeLists } from '../support/whole-lists.ts';

function open(t: Test, settings: object = {}): Promise<TestService> {
  return startService(t, { cache: { publicPuts: true }, ...settings });
}

function post(service: TestService, body: unknown): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${service.url}/cache`, { method: 'POST', body: text, headers: { origin: 'https://p.example' } });
}

async function idsOf(response: Response): Promise<string[]> {
  const { responses } = (await response.json()) as { responses: { uuid: string }[] };
  return responses.map(({ uuid }) => uuid);
}

t.test('a value that was put is returned, with headers that keep browsers from running it', async (t) => {
  const service = await open(t);
  const answer = await post(service, {
    puts: [
      { type: 'json', value: { a: [1, 'ü'] }, ttlseconds: 60 },
      { type: 'xml', value: '<VAST>€</VAST>' },
    ],
  });
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'application/json');
  t.equal(answer.headers.get('access-control-allow-origin'), 'https://p.example', 'Prebid.js sends credentials');
  t.equal(answer.headers.get('access-control-allow-credentials'), 'true');
  const [json, xml] = await idsOf(answer);
  // Longer than the shortest lifetime of a value.
  await sleep(2100);
  for (const [id, type, text] of [
    [json, 'application/json', '{"a":[1,"ü"]}'],
    [xml, 'application/xml', '<VAST>€</VAST>'],
  ]) {
    const got = await fetch(`${service.url}/cache?uuid=${id}`);
    t.equal(got.status, 200);
    t.equal(await got.text(), text);
    t.equal(got.headers.get('content-type'), type);
    t.equal(got.headers.get('x-content-type-options'), 'nosniff');
    t.equal(got.headers.get('content-security-policy'), 'sandbox');
    t.equal(got.headers.get('access-control-allow-origin'), '*');
    t.equal(got.headers.get('access-control-allow-credentials'), null);
  }
});

t.test('a value is kept for its ttlseconds, at most a day; for 0 or none, as long as the host says', async (t) => {
  let asked: unknown[] = [];
  const store = createServer(async (request, response) => {
    const { puts } = (await jsonOf(request)) as { puts: { key: string; ttlseconds: number }[] };
    asked = puts.map(({ ttlseconds }) => ttlseconds);
    response.end(JSON.stringify({ responses: puts.map(({ key }) => ({ uuid: key })) }));
  });
  const url = `http://127.0.0.1:${await listening(t, store)}/cache`;
  const service = await open(t, { cache: { publicPuts: true, store: 'http', url, bannerTtlSeconds: 200 } });
  const puts = [60, 100_000, 0, undefined].map((ttlseconds) => ({ type: 'json', value: 1, ttlseconds }));
  t.equal((await post(service, { puts })).status, 200);
  t.strictSame(asked, [60, 86_400, 200, 200]);
});

t.test('a client cannot choose an id', async (t) => {
  const service = await open(t);
  const key = randomUUID();
  const [id] = await idsOf(await post(service, { puts: [{ type: 'json', value: 1, key }] }));
  t.not(id, key);
  t.equal((await fetch(`${service.url}/cache?uuid=${key}`)).status, 404);
});

t.test('faults of GET have the words of Prebid Cache', async (t) => {
  const service = await open(t);
  const id = randomUUID();
  for (const [query, status, text] of [
    ['', 400, 'GET /cache missing required parameter uuid\n'],
    ['?uuid=', 400, 'GET /cache missing required parameter uuid\n'],
    [`?uuid=${id}`, 404, `GET /cache uuid=${id}: Key not found\n`],
    ['?uuid=__proto__', 404, 'GET /cache uuid=__proto__: Key not found\n'],
    ['?uuid=%3Cscript%3E', 404, 'GET /cache invalid uuid\n'],
    [`?uuid=${'a'.repeat(3000)}`, 404, 'GET /cache invalid uuid\n'],
    ['?uuid=..%2F..%2Fetc', 404, 'GET /cache invalid uuid\n'],
  ] as const) {
    const got = await fetch(`${service.url}/cache${query}`);
    t.equal(got.status, status, query.slice(0, 50));
    t.equal(await got.text(), text);
    t.equal(got.headers.get('content-type'), 'text/plain; charset=utf-8');
  }
});

t.test('an invalid POST is refused with the fault', async (t) => {
  const service = await open(t);
  const nested = '['.repeat(50_000) + ']'.repeat(50_000);
  for (const [body, status, text] of [
    ['', 400, /not valid JSON/],
    ['{"puts":', 400, /not valid JSON/],
    [[], 400, /no "puts"/],
    [{}, 400, /no "puts"/],
    [{ puts: {} }, 400, /no "puts"/],
    [{ puts: [null] }, 400, /puts\[0\] is not an object/],
    [
      { puts: [{ type: 'html', value: 'x' }] },
      400,
      /Type must be one of \["json", "xml"\]\. Found 'html' in puts\[0\]/,
    ],
    [{ puts: [{ value: 'x' }] }, 400, /Found nothing in puts\[0\]/],
    [{ puts: [{ type: 'json' }] }, 400, /Missing value\. puts\[0\]/],
    [{ puts: [{ type: 'xml', value: '' }] }, 400, /Missing value\. puts\[0\]/],
    [{ puts: [{ type: 'xml', value: { a: 1 } }] }, 400, /XML messages must have a String value/],
    [{ puts: [{ type: 'json', value: 1, ttlseconds: -1 }] }, 400, /ttlseconds must not be negative -1/],
    [{ puts: [{ type: 'json', value: 1, ttlseconds: 1.5 }] }, 400, /ttlseconds must be a whole number/],
    [{ puts: [{ type: 'json', value: 1, ttlseconds: '60' }] }, 400, /ttlseconds must be a whole number/],
    [{ puts: Array.from({ length: 101 }, () => ({ type: 'json', value: 1 })) }, 400, /101 is more than allowed: 100/],
    [`{"puts":[{"type":"json","value":${nested}}]}`, 400, /puts\[0\] is nested too deeply/],
    [`{"puts":[{"type":"xml","value":${nested}}]}`, 400, /puts\[0\] is nested too deeply/],
    [`{"puts":[{"type":${nested},"value":1}]}`, 400, /puts\[0\] is nested too deeply/],
    ['x'.repeat(300_000), 413, /./],
  ] as const) {
    const answer = await post(service, body);
    t.equal(answer.status, status, String(text));
    t.match(await answer.text(), text);
    t.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  }
  t.match(await (await post(service, { puts: [] })).json(), wholeLists({ responses: [] }));
});

t.test('a value over 256 KiB is refused with its place', async (t) => {
  const service = await open(t, { auction: { maxRequestBytes: 1_000_000 } });
  const puts = [
    { type: 'json', value: 1 },
    { type: 'json', value: 'x'.repeat(262_143) },
  ];
  const answer = await post(service, { puts });
  t.equal(answer.status, 400);
  t.match(await answer.text(), /element 1 exceeded max size: Payload size 262145 exceeded max 262144/);
});

t.test('POST is refused with 405 unless the host allows it; GET always works', async (t) => {
  const service = await open(t, { cache: {} });
  const answer = await post(service, { puts: [{ type: 'json', value: 1 }] });
  t.equal(answer.status, 405);
  t.equal(answer.headers.get('allow'), 'GET, HEAD');
  t.equal((await fetch(`${service.url}/cache?uuid=a`)).status, 404);
});

t.test('with an unreachable store POST and GET are answered with 503', async (t) => {
  const service = await open(t, { cache: { publicPuts: true, store: 'http', url: 'http://127.0.0.1:9/cache' } });
  const answer = await post(service, { puts: [{ type: 'json', value: 1 }] });
  t.equal(answer.status, 503);
  t.match(await answer.text(), /^POST \/cache the bid cache cannot be reached: try again later\n$/);
  const got = await fetch(`${service.url}/cache?uuid=a`);
  t.equal(got.status, 503);
  t.match(await got.text(), /cannot be reached/);
});

t.test('a store that answers 500 gives a 503 that says so', async (t) => {
  const broken = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end());
  });
  const url = `http://127.0.0.1:${await listening(t, broken)}/cache`;
  const service = await open(t, { cache: { publicPuts: true, store: 'http', url } });
  const answer = await post(service, { puts: [{ type: 'json', value: 1 }] });
  t.equal(answer.status, 503);
  t.equal(await answer.text(), 'POST /cache the bid cache answered status 500: try again later\n');
  const got = await fetch(`${service.url}/cache?uuid=a`);
  t.equal(got.status, 503);
  t.equal(await got.text(), 'GET /cache uuid=a: the bid cache answered status 500, try again later\n');
});

t.test('one instance serves the values of another', async (t) => {
  const keeper = await open(t);
  const front = await open(t, { cache: { publicPuts: true, store: 'http', url: `${keeper.url}/cache` } });
  const [id] = await idsOf(await post(front, { puts: [{ type: 'xml', value: '<V/>', ttlseconds: 60 }] }));
  for (const service of [front, keeper]) {
    const got = await fetch(`${service.url}/cache?uuid=${id}`);
    t.equal(await got.text(), '<V/>');
    t.equal(got.headers.get('content-type'), 'application/xml');
  }
});
