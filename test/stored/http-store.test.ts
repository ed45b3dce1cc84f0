/** The HTTP source over real servers: the shared suite, the form of queries, and bad answers (implementation A; issue 7). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import t, { type Test } from 'tap';
import { httpStore } from '../../src/stored/http-store.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { imp } from './imp.ts';
import { storeSuite } from './store-suite.ts';

const limits = { connections: 4, giveUpMs: 2000 };
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(
  t: Test,
  answer: Answer,
): Promise<{ url: string; asked: string[]; heads: IncomingMessage['headers'][] }> {
  const asked: string[] = [];
  const heads: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url!));
    heads.push(request.headers);
    answer(request, response);
  });
  return { url: `http://127.0.0.1:${await listening(t, server)}`, asked, heads };
}

const kinds = [
  ['requests', 'request-ids'],
  ['imps', 'imp-ids'],
  ['responses', 'response-ids'],
  ['accounts', 'account-ids'],
  ['profiles', 'profile-ids'],
] as const;

/** Answers like sources of Prebid Server: the texts by id under each kind. */
function answerFrom(texts: ReadonlyMap<string, string>): Answer {
  return (request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams;
    const parts = kinds.map(([kind, parameter]) => {
      const ids = JSON.parse(query.get(parameter) ?? '[]') as string[];
      const found = ids.map((id) => `${JSON.stringify(id)}:${texts.get(`${kind}/${id}`) ?? 'null'}`);
      return `"${kind}":{${found.join(',')}}`;
    });
    response.end(`{${parts.join(',')}}`);
  };
}

t.test('the store suite over HTTP', (t) =>
  storeSuite(t, async (texts) => httpStore((await serve(t, answerFrom(texts))).url, limits)),
);

t.test('all ids are asked in one query in the form of Prebid Server', async (t) => {
  const { url, asked, heads } = await serve(t, answerFrom(new Map([['imps/a', '1']])));
  const store = closedWith(t, httpStore(url.replace('//', '//us%40er:p%3Aw@') + '/stored?site=1', limits));
  const found = await store.fetch([imp('a'), { kind: 'requests', id: 'r&"1' }, imp('b')]);
  t.strictSame(
    found.map((one) => one && Buffer.from(one).toString()),
    ['1', undefined, undefined],
  );
  t.strictSame(asked, ['/stored?site=1&request-ids=["r&\\"1"]&imp-ids=["a","b"]']);
  t.equal(heads[0]!.authorization, `Basic ${Buffer.from('us@er:p:w').toString('base64')}`);
});

t.test('many ids are split into queries short enough for servers', async (t) => {
  const { url, asked } = await serve(t, answerFrom(new Map()));
  const store = closedWith(t, httpStore(url, limits));
  await store.fetch(Array.from({ length: 100 }, (_, n) => imp('ü'.repeat(100) + n)));
  t.ok(asked.length > 5 && asked.length < 40, `${asked.length} queries`);
});

t.test('an id that is missing or null is absent; names of Object.prototype are ordinary ids', async (t) => {
  const { url } = await serve(t, (_, response) =>
    response.end('{"imps":{"a":null,"__proto__":{"b":1}},"requests":null}'),
  );
  const store = closedWith(t, httpStore(url, limits));
  const keys = [
    imp('a'),
    imp('constructor'),
    imp('toString'),
    { kind: 'requests', id: 'r' },
    { kind: 'accounts', id: 'x' },
  ] as const;
  t.strictSame(
    await store.fetch(keys),
    keys.map(() => undefined),
  );
  t.equal(Buffer.from((await store.fetch([imp('__proto__')]))[0]!).toString(), '{"b":1}');
});

t.test('a query is repeated if the server closes a kept connection', async (t) => {
  const used = new WeakSet<Socket>();
  const { url } = await serve(t, ({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end('{"imps":{"a":1}}');
  });
  const store = closedWith(t, httpStore(url, { ...limits, connections: 1 }));
  for (let times = 0; times < 3; times++) t.strictSame((await store.fetch([imp('a')])).map(String), ['1']);
});

t.test('every invalid answer, or none in time, is an error', async (t) => {
  const answers: { readonly [name: string]: (response: ServerResponse) => void } = {
    'status 500': (response) => response.writeHead(500).end('{"imps":{}}'),
    'status 404': (response) => response.writeHead(404).end('{}'),
    'a redirect': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    'no JSON': (response) => response.end('<html>'),
    'no object': (response) => response.end('[]'),
    'imps that are no object': (response) => response.end('{"imps":["a"]}'),
    'a text that nests too deeply': (response) =>
      response.end(`{"imps":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`),
    'half a body': (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"imps":');
      response.destroy();
    },
    'a broken connection': (response) => response.destroy(),
    silence: () => undefined,
    'a body without end': (response) => {
      response.write('{"imps":');
      const more = (error?: Error | null): void =>
        void (error || response.destroyed || response.write(' '.repeat(65_536), more));
      more();
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    const { url } = await serve(t, (_, response) => answer(response));
    const store = httpStore(url, { connections: 1, giveUpMs: 300 });
    await t.rejects(store.fetch([imp('a')]), name);
    await store.close();
  }
});
