/** Updates of stored data at the admin port: what is accepted, and that a body with a fault is refused whole (implementation A 6). */
import t from 'tap';
import { storedRoutes, type NamedText } from '../../src/http/admin-stored.ts';
import type { StoredKey } from '../../src/stored/store.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** Sends `body` by `method`; gives the answer with what was kept and forgotten. */
async function send(method: 'POST' | 'DELETE', body: string) {
  const kept: NamedText[] = [];
  const forgotten: StoredKey[] = [];
  const routes = storedRoutes({ keep: (texts) => kept.push(...texts), forget: (keys) => forgotten.push(...keys) });
  const route = routes.find((one) => one.method === method)!;
  const { status, body: text } = await route.handle({ query: new URLSearchParams(), body: Buffer.from(body) });
  return { status, text, kept, forgotten };
}

t.test('POST keeps texts and DELETE forgets ids of every kind', async (t) => {
  t.match(
    await send('POST', '{"requests":{"r":{"a":1.0}},"accounts":{"__proto__":{}},"responses":{"x":[]}}'),
    wholeLists({
      status: 200,
      text: '3 kept until they expire\n',
      kept: [
        { kind: 'requests', id: 'r', text: '{"a":1}' },
        { kind: 'accounts', id: '__proto__', text: '{}' },
        { kind: 'responses', id: 'x', text: '[]' },
      ],
    }),
  );
  t.match(
    await send('POST', '{"imps":{"i":"{\\r\\n \\"a\\": 1.0}"},"responses":{"x":"<VAST/>"}}'),
    wholeLists({
      status: 200,
      kept: [
        { kind: 'imps', id: 'i', text: '{"a":1}' },
        { kind: 'responses', id: 'x', text: '"<VAST/>"' },
      ],
    }),
    'objects may be sent as JSON texts, as to implementation B',
  );
  t.match(
    await send('POST', '{"profiles":{"p":"{\\"type\\":\\"imp\\",\\"body\\":{}}"}}'),
    wholeLists({ status: 200, kept: [{ kind: 'profiles', id: 'p', text: '{"type":"imp","body":{}}' }] }),
  );
  t.match(
    await send('DELETE', '{"imps":["a","ü"],"requests":[]}'),
    wholeLists({
      status: 200,
      text: '2 forgotten\n',
      forgotten: [
        { kind: 'imps', id: 'a' },
        { kind: 'imps', id: 'ü' },
      ],
    }),
  );
  t.match(await send('DELETE', '{}'), { status: 200, text: '0 forgotten\n' });
});

t.test('requests of AMP pages may be updated at /storedrequests/amp, as in both implementations', async (t) => {
  const forgotten: StoredKey[] = [];
  const routes = storedRoutes({ keep: () => undefined, forget: (keys) => forgotten.push(...keys) });
  for (const method of ['POST', 'DELETE'] as const) {
    const route = routes.find((one) => one.method === method && one.path === '/storedrequests/amp');
    const body = Buffer.from(method === 'POST' ? '{"requests":{"page":{}}}' : '{"requests":["page"]}');
    const answer = await route?.handle({ query: new URLSearchParams(), body });
    t.equal(answer?.status, 200, method);
  }
  t.strictSame(forgotten, [{ kind: 'requests', id: 'page' }]);
});

t.test('a body with a fault is refused whole, and every fault is reported', async (t) => {
  const cases: readonly (readonly ['POST' | 'DELETE', string, RegExp])[] = [
    [
      'POST',
      '',
      /^Invalid request: the body must be a JSON object with some of requests, imps, responses, accounts, profiles\n$/,
    ],
    ['DELETE', '[1]', /must be a JSON object/],
    ['POST', '{"profiles":{"p":{"body":{}}}}', /"profiles" holds "p", which has no type: write "request" or "imp"/],
    ['POST', '{"profiles":{"p":[]}}', /"profiles" holds "p", which is not a JSON object/],
    [
      'DELETE',
      '{"imp":["a"],"imps":"a"}',
      /"imp" is not a kind: use requests, .*\nInvalid request: "imps" must be a list of ids/,
    ],
    ['DELETE', '{"__proto__":["a"],"imps":["ok"]}', /"__proto__" is not a kind/],
    ['DELETE', '{"imps":[1]}', /must be a list of ids/],
    ['DELETE', `{"imps":["${'x'.repeat(300)}"]}`, /must be a list of ids/],
    ['POST', '{"imps":["a"]}', /"imps" must hold the texts by id/],
    ['POST', '{"imps":{"a":null,"b":{}}}', /"imps" holds "a", which is not an id or has no text/],
    [
      'POST',
      `{"imps":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
      /"imps" holds a text that is nested too deeply/,
    ],
    ['POST', '{"imps":{"":{}}}', /"imps" holds "", which is not an id/],
    ['POST', '{"requests":{"a":1}}', /"requests" holds "a", which is not a JSON object: write/],
    ['POST', '{"requests":{"a":"{"}}', /"requests" holds "a", which is not a JSON object: write/],
    ['POST', '{"requests":{"a":"null"}}', /"requests" holds "a", which is not a JSON object: write/],
    ['POST', '{"accounts":{"a":"{\\"disabld\\":true}"}}', /"accounts" holds "a", of which disabld is not a setting/],
    [
      'POST',
      `{"imps":{"a":"{\\"x\\":${'['.repeat(50_000)}${']'.repeat(50_000)}}"}}`,
      /"imps" holds a text that is nested too deeply/,
    ],
    [
      'POST',
      '{"accounts":{"good":{"disabled":false,"cache":null},"a":{"disabld":true},"b":[]}}',
      /"accounts" holds "a", of which disabld is not a setting: did you mean disabled\?; and "b", which is not a JSON object/,
    ],
  ];
  for (const [method, body, text] of cases) {
    t.match(await send(method, body), wholeLists({ status: 400, text, kept: [], forgotten: [] }), body.slice(0, 60));
  }
});

t.test('a body of more texts or ids than a process should take in one go is refused whole', async (t) => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `i${at}`);
  const texts = Object.fromEntries(ids.map((id) => [id, {}]));
  t.equal((await send('POST', JSON.stringify({ imps: texts }))).kept.length, 10_000);
  t.equal((await send('DELETE', JSON.stringify({ imps: ids }))).forgotten.length, 10_000);
  const refused = { status: 413, text: /^the body has over 10000 texts or ids: send fewer/, kept: [], forgotten: [] };
  for (const [method, body] of [
    ['POST', { imps: texts, requests: { one: {} } }],
    ['DELETE', { imps: ids, requests: ['one'] }],
    ['DELETE', { ...texts, requests: 'one' }],
  ] as const)
    t.match(await send(method, JSON.stringify(body)), wholeLists(refused));
});
