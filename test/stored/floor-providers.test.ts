/** Floors from providers of accounts: fetched in the background, kept, refreshed (Prebid Server, 'Floor Fetching'). */
import { createServer, type ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import type { SharedText } from '../../src/auction/messages.ts';
import { FloorProviders } from '../../src/stored/floor-providers.ts';
import { listening } from '../support/listening.ts';
import { startTextServer } from '../support/text-server.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const floors = (value: number, more: object = {}): string =>
  JSON.stringify({ modelGroups: [{ schema: { fields: ['size'] }, values: { '*': value } }], ...more });

function textOf(shared: SharedText | null): string {
  return shared === null ? 'none' : Buffer.from(shared.bytes).toString();
}

/** Providers with the time `clock.ms`, and their log. */
function open(providerHosts: readonly string[] = ['127.0.0.1'], mostBytes?: number) {
  const clock = { ms: 0 };
  const logged: string[] = [];
  const log = { warn: (text: string) => void logged.push(text), info: () => undefined };
  return {
    clock,
    logged,
    providers: new FloorProviders({ providerHosts }, log, { nowMs: () => clock.ms, ...(mostBytes && { mostBytes }) }),
  };
}

/** Asks for floors, and waits until the fetch that this starts has ended. */
async function asked(t: Test, { providers }: ReturnType<typeof open>, fetch: { readonly url: string }): Promise<void> {
  const ends = () => providers.counts.ok + providers.counts.failed;
  const before = ends();
  providers.of(fetch);
  t.ok(await until(() => ends() > before), 'the fetch has ended');
}

t.test('floors are fetched at the first auction and refreshed after their period', async (t) => {
  const server = await startTextServer(t, { text: floors(1) });
  const one = open();
  const { providers, clock } = one;
  const fetch = { url: server.url, periodSeconds: 100, maxAgeSeconds: 300 };
  t.equal(providers.of(undefined), null);
  t.equal(providers.of(fetch), null, 'the first auction has none');
  await asked(t, one, { ...fetch, url: `${server.url}?other` });
  t.ok(await until(() => textOf(providers.of(fetch)) === floors(1)));
  t.equal(server.asked(), 2, 'once per URL');
  clock.ms = 99_999;
  providers.of(fetch);
  server.answer({ text: floors(2) });
  clock.ms = 100_000;
  t.equal(textOf(providers.of(fetch)), floors(1), 'the old floors meanwhile');
  t.ok(await until(() => textOf(providers.of(fetch)) === floors(2)));
  t.equal(server.asked(), 3);
});

t.test('the last valid floors are used until maxAge, and a failing provider is retried soon', async (t) => {
  const server = await startTextServer(t, { text: floors(1) });
  const one = open();
  const { providers, clock, logged } = one;
  const fetch = { url: `${server.url}?key=secret`, periodSeconds: 100, maxAgeSeconds: 300 };
  await asked(t, one, fetch);
  server.answer({ status: 503 });
  clock.ms = 100_000;
  await asked(t, one, fetch);
  t.equal(textOf(providers.of(fetch)), floors(1));
  clock.ms = 105_000;
  await asked(t, one, fetch);
  clock.ms = 114_999;
  providers.of(fetch);
  await asked(t, one, { url: `${server.url}?other` });
  t.equal(server.asked(), 4, 'ten seconds after the second failure, not before');
  t.match(logged, wholeLists([/^priceFloors\.fetch\.url http:\/\/127\.0\.0\.1:\d+\/rates\.json returned status 503/]));
  clock.ms = 300_001;
  server.answer({ text: floors(2) });
  t.equal(providers.of(fetch), null, 'too old');
  t.ok(await until(() => textOf(providers.of(fetch)) === floors(2)));
  clock.ms += 99_999;
  providers.of(fetch);
  await asked(t, one, { url: `${server.url}?another` });
  t.equal(server.asked(), 6, 'after it recovers, after its whole period');
});

t.test('the number of failing providers counts only those in use', async (t) => {
  const server = await startTextServer(t, { status: 503 });
  const one = open();
  const failing = () => one.providers.counts.failing;
  await asked(t, one, { url: server.url });
  server.answer({ text: floors(1) });
  await asked(t, one, { url: `${server.url}?other` });
  t.equal(failing(), 1, 'one fails, another does not');
  one.clock.ms = 7_200_000;
  t.equal(failing(), 0, 'no longer in use');
  await asked(t, one, { url: server.url });
  t.equal(failing(), 0, 'recovered');
  server.answer({ status: 503 });
  const daily = { url: `${server.url}?daily`, periodSeconds: 86_400 };
  for (let day = 0; day < 12; day++, one.clock.ms += 86_400_000) await asked(t, one, daily);
  one.clock.ms += 7_200_001 - 86_400_000;
  one.providers.of(daily);
  t.equal(failing(), 1, 'in use, with a retry later');
});

t.test('an invalid text of floors is refused', async (t) => {
  const server = await startTextServer(t, { text: '' });
  const cases: [text: string, fault: RegExp][] = [
    ['no JSON', /gives no floors: it is not JSON/],
    ['[]', /gives no floors: its data must be an object, not an array/],
    ['{}', /gives no floors: modelGroups has no group/],
    [
      '{"modelGroups":[{"values":{"a":"1"}}]}',
      /gives no floors: its data\.modelGroups\[0\]\.values\.a must be a number/,
    ],
    [floors(1, { useFetchDataRate: 101 }), /useFetchDataRate of 101, not from 0 to 100/],
    ['{"modelGroups":[{},{"values":{"a":1,"b":2,"c":3}}]}', /gives 3 rules in modelGroups\[1\], over the account's 2/],
    [floors(1, { skipRate: 150 }), /gives no floors: skipRate is 150, not from 0 to 100$/],
    [floors(1, { floorsSchemaVersion: { toString: 1 } }), /gives no floors: floorsSchemaVersion is not 2/],
    [floors(1, { currency: 'EURO' }), /gives no floors: currency is EURO, not three letters/],
    ['{"modelGroups":[{"values":{}},{"values":{"a":1}}]}', /gives no floors: modelGroups\[0\]\.values has no rule$/],
    [floors(1).replace('}', `,"x":${'['.repeat(600)}${']'.repeat(600)}}`), /gives no floors: it has over 512 levels/],
    [floors(1).padEnd(2001), /is longer than 2000 bytes: shorten it$/],
  ];
  for (const [text, fault] of cases) {
    server.answer({ text });
    const one = open();
    await asked(t, one, { url: server.url, maxRules: 2, maxBytes: 2000 } as { url: string });
    t.match(one.logged, wholeLists([fault]), text.slice(0, 60));
    t.equal(one.providers.of({ url: server.url }), null);
  }
});

t.test('one valid model group of several is enough', async (t) => {
  const text = JSON.stringify({ modelGroups: [{ values: {} }, { schema: { fields: ['size'] }, values: { '*': 1 } }] });
  const one = open();
  const { url } = await startTextServer(t, { text });
  await asked(t, one, { url });
  t.equal(textOf(one.providers.of({ url })), text);
});

t.test('the total size of floors is limited, and those used last are kept', async (t) => {
  const text = floors(1, { floorProvider: 'p'.repeat(10_000) });
  const server = await startTextServer(t, { text });
  const one = open(['127.0.0.1'], 50_000);
  const fetches = [1, 2, 3, 4, 5].map((at) => ({ url: `${server.url}?${at}` }));
  for (const fetch of fetches) await asked(t, one, fetch);
  const kept = fetches.toReversed().map((fetch) => textOf(one.providers.of(fetch)));
  t.strictSame(kept, [...Array<string>(4).fill(text), 'none']);
});

t.test('only hosts in providerHosts are asked, and redirects are not followed', async (t) => {
  const server = await startTextServer(t, { text: floors(1) });
  const one = open(['floors.example']);
  await asked(t, one, { url: server.url });
  t.equal(server.asked(), 0);
  t.match(
    one.logged,
    wholeLists([/leads to 127\.0\.0\.1: add that to priceFloors\.providerHosts if floors may be fetched from it/]),
  );

  const away = createServer((_, response) => response.writeHead(302, { location: server.url }).end());
  const admitted = open();
  await asked(t, admitted, { url: `http://127.0.0.1:${await listening(t, away)}/` });
  t.equal(server.asked(), 0, 'a redirect is not followed');
  t.match(admitted.logged, wholeLists([/ returned status 302: it must answer 200 with the text$/]));
});

t.test('maxRules of the account limits the rules, and 0 allows any number', async (t) => {
  const many = JSON.stringify({
    modelGroups: [
      { schema: { fields: ['size'] }, values: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [at, 1])) },
    ],
  });
  const { url } = await startTextServer(t, { text: many });
  for (const [maxRules, isKept] of [
    [1001, true],
    [0, true],
    [undefined, false],
  ] as const) {
    const one = open();
    const fetch = { url, ...(maxRules !== undefined && { maxRules }) };
    await asked(t, one, fetch);
    t.equal(one.providers.of(fetch) !== null, isKept, String(maxRules));
  }
});

t.test('at most eight providers are asked at the same time', async (t) => {
  const held: ServerResponse[] = [];
  const port = await listening(
    t,
    createServer((_, response) => void held.push(response)),
  );
  const { providers } = open();
  const fetches = Array.from({ length: 12 }, (_, at) => ({ url: `http://127.0.0.1:${port}/${at}` }));
  for (const fetch of fetches) providers.of(fetch);
  t.ok(await until(() => held.length === 8));
  for (const fetch of fetches) providers.of(fetch);
  for (const response of held) response.end(floors(1));
  t.ok(await until(() => providers.counts.ok === 8));
  t.equal(held.length, 8);
  for (const fetch of fetches) providers.of(fetch);
  t.ok(await until(() => held.length === 12));
  for (const response of held) response.end(floors(1));
  t.ok(await until(() => providers.counts.ok === 12));
});

t.test('a provider that answers too late has failed', async (t) => {
  const server = await startTextServer(t, { endless: true });
  const one = open();
  await asked(t, one, { url: server.url, timeoutMs: 50, maxBytes: 1e9 } as { url: string });
  t.match(one.logged, wholeLists([/did not answer within 50 ms/]));
});

t.test("an account's current period and limits apply", async (t) => {
  const server = await startTextServer(t, { text: floors(1) });
  const one = open();
  const { providers, clock } = one;
  const { url } = server;
  await asked(t, one, { url, periodSeconds: 1000 } as { url: string });
  clock.ms = 60_000;
  await asked(t, one, { url, periodSeconds: 60 } as { url: string });
  t.equal(server.asked(), 2);
  const strict = { url, maxBytes: 10 };
  await asked(t, one, strict);
  t.equal(providers.of(strict), null, 'too long for one account');
  t.equal(textOf(providers.of({ url })), floors(1), 'but not for another');
  await asked(t, one, { url, maxBytes: 1000 } as { url: string });
  t.equal(textOf(providers.of({ url, maxBytes: 1000 })), floors(1), 'with a higher limit they are used');
});

t.test('an unchanged answer is not parsed again', async (t) => {
  const server = await startTextServer(t, { text: floors(1) });
  const one = open();
  const { providers, clock } = one;
  const fetch = { url: server.url, periodSeconds: 100, maxAgeSeconds: 150 };
  await asked(t, one, fetch);
  const data = providers.of(fetch);
  clock.ms = 100_000;
  await asked(t, one, fetch);
  t.equal(providers.of(fetch), data);
  clock.ms = 200_000;
  server.answer({ text: 'no floors' });
  await asked(t, one, fetch);
  t.equal(providers.of(fetch), data, 'its age starts anew');
  clock.ms = 205_000;
  server.answer({ text: floors(1) });
  await asked(t, one, fetch);
  clock.ms = 304_999;
  t.equal(providers.of(fetch), data, 'the same object even after a failure');
});
