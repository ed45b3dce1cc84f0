/** Troubles in the log of a running service (issue 7, 'Must hold'): each once, with its source and the fix. */
import { createServer } from 'node:http';
import t, { type Test } from 'tap';
import { postAuction } from '../support/auction.ts';
import { listening } from '../support/listening.ts';
import { ownPort } from '../support/own-port.ts';
import { startConfigured } from '../support/process.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** A service of one bidder, `acme`; `warnings` gives its log lines of level warn and above. */
async function started(t: Test, endpoint: string, settings: readonly string[]) {
  const config = {
    externalUrl: 'https://auctions.example',
    bidders: { acme: { endpoint, gvlVendorId: 0 } },
    privacy: { gdpr: { enabled: false, defaultScope: false } },
    stored: { dir: '<dir>' },
    cache: { path: '<dir>/cache' },
    // So that a busy machine does not look like overload.
    overload: { maxDelayMs: 10_000 },
  };
  const service = await startConfigured(
    t,
    config,
    settings.flatMap((setting) => ['--set', setting]),
  );
  const url = `http://127.0.0.1:${await service.listening()}`;
  const warnings = (): Record<string, unknown>[] =>
    lines(service.output.stdout).filter(({ level }) => Number(level) >= 40);
  const said = (text: RegExp): boolean => lines(service.output.stdout).some(({ msg }) => text.test(String(msg)));
  return { url, warnings, said };
}

function lines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function refusals(admin: string): Promise<string | undefined> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  return /^gavel_overload_refused_total\{by="queue"\} (.*)$/m.exec(text)?.[1];
}

async function ask(url: string, svc: object = {}): Promise<Response> {
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { acme: {} }, ...svc } } }];
  return postAuction(url, { id: 'r1', imp, site: { page: 'https://news.example/' }, tmax: 2000 });
}

t.test('an unreachable bidder is logged once with the reason, and its return', async (t) => {
  const port = await ownPort();
  const settings = ['bidderHealth.breakerFailures=3', 'bidderHealth.breakerProbeMs=1'];
  const { url, warnings, said } = await started(t, `http://127.0.0.1:${port}/bid?token=secret`, settings);
  for (let times = 0; times < 10; times++) await ask(url);
  t.ok(await until(() => warnings().length > 0));
  t.match(warnings(), [{ bidder: 'acme', host: `http://127.0.0.1:${port}`, reason: 'connection refused' }]);
  t.notMatch(JSON.stringify(warnings()), 'secret');
  const back = createServer((_request, response) => response.writeHead(204).end());
  await listening(t, back, port);
  await ask(url);
  t.ok(await until(() => said(/is reachable again/)));
  t.equal(warnings().length, 1, 'logged once');
});

t.test('auctions refused by a full queue are counted, and logged once', async (t) => {
  const bidder = createServer((_request, response) => response.writeHead(204).end());
  const port = await listening(t, bidder);
  const adminPort = await ownPort();
  const settings = ['workers=1', 'auction.queueLimit=1', `admin.port=${adminPort}`];
  const { url, warnings } = await started(t, `http://127.0.0.1:${port}/`, settings);
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(url)));
  const refused = answers.filter(({ status }) => status === 503);
  t.ok(refused.length > 0, `${refused.length} of 100`);
  t.equal(await refusals(`http://127.0.0.1:${adminPort}`), String(refused.length));
  t.ok(await until(() => warnings().length > 0));
  t.match(warnings(), [{ refused: { loop: 0, inFlight: 0 }, msg: /rejected with 503.*add processes or machines/ }]);
  t.equal(warnings().length, 1);
});

t.test('stored data that come too late are logged once', async (t) => {
  const source = createServer((_request, response) => {
    setTimeout(() => response.end('{"imps":{}}'), 500);
  });
  const port = await listening(t, source);
  const settings = ['stored.source=http', `stored.url=http://127.0.0.1:${port}/`, 'stored.timeoutMs=100'];
  const { url, warnings } = await started(t, 'http://127.0.0.1:1/', settings);
  for (const id of ['a', 'b', 'c']) t.equal((await ask(url, { storedrequest: { id } })).status, 503);
  const late = (): object[] =>
    warnings().filter(({ msg }) => /later than stored\.timeoutMs.*get 503/.test(String(msg)));
  t.ok(await until(() => late().length > 0));
  t.match(late(), [{ source: 'http', timeoutMs: 100 }]);
  t.equal(late().length, 1);
});

t.test('a broken stored request is logged once by name, a missing one is not', async (t) => {
  const source = createServer((request, response) => {
    response.end(request.url!.includes('broken') ? '{"imps":{"broken":[1],"last-broken":[1]}}' : '{"imps":{}}');
  });
  const port = await listening(t, source);
  const settings = [
    'stored.source=http',
    `stored.url=http://127.0.0.1:${port}/`,
    'stored.timeoutMs=4000',
    'auction.tmaxDefaultMs=5000',
  ];
  const { url, warnings } = await started(t, 'http://127.0.0.1:1/', settings);
  for (const id of ['broken', 'missing', 'broken', 'last-broken'])
    t.equal((await ask(url, { storedrequest: { id } })).status, 400, id);
  t.ok(await until(() => warnings().at(-1)?.['stored'] === 'imps/last-broken'));
  const msg = /not a JSON object.*rejected with 400; correct it/;
  t.match(
    warnings(),
    wholeLists([
      { stored: 'imps/broken', msg },
      { stored: 'imps/last-broken', msg },
    ]),
  );
});
