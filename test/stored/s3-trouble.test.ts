/** An S3 source whose store refuses, hangs, answers garbage or is not S3: each fails within its time limit, with a message that says what to do. */
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import t, { type Test } from 'tap';
import { CachedStore } from '../../src/stored/cached-store.ts';
import { s3Store } from '../../src/stored/s3-store.ts';
import { FaultyQuery, maxTextBytes, type EditableStore } from '../../src/stored/store.ts';
import { watchedStore } from '../../src/stored/watched-store.ts';
import { muteLog } from './mute-log.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { loginOf, startS3, usualSecret, type S3Rules } from '../support/s3-server.ts';
import { succeeds, until } from '../support/until.ts';
import { imp } from './imp.ts';

const limits = { connections: 2, giveUpMs: 5000 };
function opened(t: Test, url: string, giveUpMs = limits.giveUpMs): EditableStore {
  const store = closedWith(t, s3Store(url, { ...limits, giveUpMs }));
  return store;
}

/** Why a look-up fails; its texts if it does not. */
function faultOf(store: EditableStore, id = 'a'): Promise<unknown> {
  return store.fetch([imp(id)]).catch((reason: unknown) => reason);
}

async function listed(store: EditableStore): Promise<number> {
  let count = 0;
  for await (const _ of store.list()) count += 1;
  return count;
}

t.test('a refused login or bucket is reported with the reason, without the secret', async (t) => {
  const cases: readonly (readonly [S3Rules, string, RegExp])[] = [
    [{ key: 'OTHER' }, '', /^stored\.url answered 403 InvalidAccessKeyId: the key of stored\.url is not known there/],
    [
      { secret: 'other' },
      '',
      /^stored\.url answered 403 SignatureDoesNotMatch: the secret of stored\.url does not match its key/,
    ],
    [{ region: 'eu-west-1' }, '', /^stored\.url answered 400 AuthorizationHeaderMalformed: .* \(\?region=…\)$/],
    [
      { aheadMs: 3_600_000 },
      '',
      /^stored\.url answered 403 RequestTimeTooSkewed: the clocks .* synchronize this one \(NTP\)$/,
    ],
    [{ token: 'new' }, '?session-token=old', /^stored\.url answered 403 InvalidToken: the session-token/],
    [{}, 's', /^stored\.url answered 404 NoSuchBucket: the bucket in stored\.url does not exist/],
  ];
  for (const [rules, end, message] of cases) {
    const { port } = await startS3(t, rules);
    const store = opened(t, `http://${loginOf()}@127.0.0.1:${port}/texts${end}`);
    const operations = [store.fetch([imp('a')]), store.save([{ ...imp('a'), text: Buffer.from('{}') }]), listed(store)];
    // They may end in any order, and none may be without a handler then.
    for (const ended of await Promise.allSettled<unknown>(operations)) {
      const error: unknown = ended.status === 'rejected' ? ended.reason : undefined;
      t.match(error, { message });
      t.notOk(error instanceof FaultyQuery, 'the source counts as away');
      t.notMatch(String(error), usualSecret);
    }
  }
});

t.test(
  'to a key that may not list, S3 does not say that a text is missing; the error says so, and affects no other look-up',
  async (t) => {
    const { url, objects } = await startS3(t, { mayList: false });
    objects.set('imps/a.json', Buffer.from('{}'));
    const store = opened(t, url);
    t.strictSame((await store.fetch([imp('a')])).map(String), ['{}']);
    const error = (await faultOf(store, 'none')) as Error;
    t.ok(error instanceof FaultyQuery);
    t.equal(
      error.message,
      'stored.url answered 403 AccessDenied: its key may not read a text, or the text does not exist: grant it s3:GetObject, and s3:ListBucket on the bucket, without which S3 answers the same for missing texts',
    );
    await t.rejects(listed(store), { message: /AccessDenied: grant its key s3:ListBucket on the bucket$/ });
  },
);

async function served(t: Test, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => answer(response)));
  return `http://${loginOf()}@127.0.0.1:${await listening(t, server)}/texts`;
}

const xml = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`;

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy());
}

function endless(response: ServerResponse): void {
  const more = (error?: Error | null): void =>
    void (error || response.destroyed || response.write(' '.repeat(65_536), more));
  more();
}

t.test('every unusable answer rejects within the time limit', async (t) => {
  const answers: { readonly [name: string]: readonly [(response: ServerResponse) => void, RegExp?] } = {
    'slow down': [(response) => response.writeHead(503).end(xml('SlowDown')), /^stored\.url answered 503 SlowDown$/],
    'a proxy': [(response) => response.writeHead(502).end('<html>'), /^stored\.url answered 502$/],
    'another server': [
      (response) => response.writeHead(404).end('<html>'),
      /^stored\.url answered 404, and not in the format of S3/,
    ],
    'a redirect': [
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(xml('TemporaryRedirect')),
      /^stored\.url answered 307 TemporaryRedirect: the bucket is in another region/,
    ],
    'a redirect of another server': [(response) => response.writeHead(302, { location: '/texts/b' }).end()],
    'no content': [(response) => response.writeHead(204).end()],
    'a refusal without end': [(response) => endless(response.writeHead(403)), /^stored\.url answered 403, and not/],
    'an archived text': [
      (response) => response.writeHead(403).end(xml('InvalidObjectState')),
      /is archived: restore it$/,
    ],
    'half a body': [breakOff],
    'a broken connection': [(response) => response.destroy()],
    silence: [() => undefined],
    'half a text': [(response) => void response.write('{')],
    'a text without end': [endless],
  };
  for (const [name, [answer, message = /./]] of Object.entries(answers)) {
    const store = opened(t, await served(t, answer), 1000);
    const sinceMs = performance.now();
    await t.rejects(store.fetch([imp('a')]), { message }, name);
    await t.rejects(listed(store), name);
    await t.rejects(store.save([{ ...imp('a'), text: Buffer.from('{}') }]), name);
    // Three seconds on an idle machine.
    t.ok(performance.now() - sinceMs < 20_000, name);
  }
});

t.test('a name that the store cannot have is absent; a text that is too long affects no other look-up', async (t) => {
  const impossible = opened(
    t,
    await served(t, (response) => response.writeHead(400).end(xml('XMinioInvalidObjectName'))),
  );
  t.strictSame(await impossible.fetch([imp('a')]), [undefined]);
  const long = opened(t, await served(t, (response) => response.end(Buffer.alloc(maxTextBytes + 1))), 30_000);
  const error = await faultOf(long);
  t.ok(error instanceof FaultyQuery);
  t.match(error, { message: /^a stored text is longer than \d+ bytes: shorten it$/ });
});

t.test('a name that the store or a firewall refuses affects no other look-up', async (t) => {
  const refusals = [
    [400, xml('InvalidURI')],
    [403, '<html>blocked</html>'],
    [414, ''],
  ] as const;
  for (const [status, body] of refusals) {
    const store = opened(t, await served(t, (response) => response.writeHead(status).end(body)));
    const error = await faultOf(store);
    t.ok(error instanceof FaultyQuery, `${status}`);
  }
});

t.test('an id that cannot name an object is answered without waiting', async (t) => {
  const store = opened(t, await served(t, () => undefined), 600_000);
  const asking = Promise.allSettled(['a', 'b', 'c'].map((id) => store.fetch([imp(id)])));
  t.strictSame(await store.fetch([imp('a//b')]), [undefined]);
  await store.close();
  t.match((await asking)[0], { status: 'rejected' });
});

t.test('a failure of the store and an answer that breaks off are not blamed on the text', async (t) => {
  const answers: readonly ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(500).end(xml('InternalError')),
    breakOff,
  ];
  for (const answer of answers) {
    const error = await faultOf(opened(t, await served(t, answer)));
    t.ok(error instanceof Error && !(error instanceof FaultyQuery));
  }
});

t.test('an archived text affects no other look-up', async (t) => {
  const store = opened(t, await served(t, (response) => response.writeHead(403).end(xml('InvalidObjectState'))));
  const error = await faultOf(store);
  t.ok(error instanceof FaultyQuery);
});

t.test('a list that is garbage, endless or incomplete is an error', async (t) => {
  const garbage = opened(t, await served(t, (response) => response.end('<html>')));
  await t.rejects(listed(garbage), { message: 'stored.url did not answer with a list of objects: correct it' });
  const page =
    '<ListBucketResult><Key>requests/a.json</Key><Key>&bad;&#x7fffffff;</Key><NextContinuationToken>t</NextContinuationToken></ListBucketResult>';
  const round = opened(t, await served(t, (response) => response.end(page)));
  await t.rejects(listed(round), { message: 'stored.url answered with an endless list' });
  const halves = [
    '<IsTruncated>true</IsTruncated><NextMarker>imps/a</NextMarker><Key>imps/a.json</Key>',
    '<Key><![CDATA[imps/a.json]]></Key>',
  ];
  for (const half of halves) {
    const store = opened(
      t,
      await served(t, (response) => response.end(`<ListBucketResult>${half}</ListBucketResult>`)),
    );
    await t.rejects(
      listed(store),
      { message: /^stored\.url answered with an incomplete list of objects, or not in the format of ListObjectsV2/ },
      half,
    );
  }
});

t.test('requests that nobody waits for any more are not sent to a store that hangs', async (t) => {
  let asked = 0;
  let hangs = true;
  const url = await served(t, (response) => {
    asked += 1;
    if (!hangs) response.end('{}');
  });
  const store = opened(t, url, 1000);
  const fates = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => store.fetch([imp(`${n}`)])));
  t.ok(fates.every(({ status }) => status === 'rejected'));
  hangs = false;
  t.strictSame((await store.fetch([imp('b')])).map(String), ['{}']);
  // Usually five; on a busy machine the abort signals of the waiting ones fire over many turns.
  t.ok(asked < 50, `${asked} requests`);
});

t.test('the texts that came before a look-up timed out are kept', async (t) => {
  const url = await served(t, (response) => void setTimeout(() => response.end('{}'), 50));
  const store = opened(t, url, 400);
  const rules = { maxBytes: 1_000_000, ttlMs: 600_000, timeoutMs: 400, read: () => undefined };
  const cached = new CachedStore(watchedStore(store, { source: 's3', giveUpMs: 400, log: muteLog }), rules);
  const keys = Array.from({ length: 60 }, (_, n) => imp(`${n}`));
  await t.rejects(cached.fetch(keys), 'two connections answer some 16 of them in time');
  t.ok(await until(() => succeeds(cached.fetch(keys))));
});

t.test('a request is repeated once when the store closes the kept connection just as it is used', async (t) => {
  const used = new WeakSet<Socket>();
  const server = createServer(({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end('{}');
  });
  const store = opened(t, `http://${loginOf()}@127.0.0.1:${await listening(t, server)}/texts`);
  for (let times = 0; times < 3; times++) t.strictSame((await store.fetch([imp('a')])).map(String), ['{}']);
});
