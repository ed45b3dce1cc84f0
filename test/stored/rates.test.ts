/** The host's currency rates from a real server and real files: read, kept, refreshed, refused. */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { SharedText } from '../../src/auction/messages.ts';
import { startRates, type RatesSettings, type RatesSource } from '../../src/stored/rates.ts';
import { testFolder } from '../support/folder.ts';
import { ownPort } from '../support/own-port.ts';
import { startTextServer } from '../support/text-server.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const dir = testFolder(t);

const rates = (rate: number): string =>
  JSON.stringify({ conversions: { USD: { EUR: rate } }, dataAsOf: `day ${rate}` });

function textOf(shared: SharedText | null): string {
  return shared === null ? 'none' : Buffer.from(shared.bytes).toString();
}

/** Starts the rates for one test; collects the log lines as `level: text`. */
async function start(t: Test, settings: Partial<RatesSettings>): Promise<{ source: RatesSource; logged: string[] }> {
  const logged: string[] = [];
  const log = {
    warn: (text: string) => void logged.push(`warn: ${text}`),
    info: (text: string) => void logged.push(`info: ${text}`),
  };
  const source = await startRates({ ratesFile: '', ratesUrl: '', refreshSeconds: 0.02, ...settings }, log);
  t.teardown(() => source.close());
  return { source, logged };
}

/** Replaces the file atomically, so that no refresh reads half of it. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

t.test('without configuration there are no rates and no states', async (t) => {
  const { source } = await start(t, {});
  t.equal(source.current(), null);
  t.strictSame(source.states(), []);
});

t.test('a file is read at the start and on each refresh; the last good text is kept', async (t) => {
  const ratesFile = join(dir, 'rates.json');
  write(ratesFile, rates(0.9));
  const { source, logged } = await start(t, { ratesFile });
  const first = source.current();
  t.equal(textOf(first), '{"USD":{"EUR":0.9}}');
  t.match(source.states(), wholeLists([{ name: `currency.ratesFile ${ratesFile}`, dataAsOf: 'day 0.9', fault: '' }]));
  write(ratesFile, rates(0.8));
  t.ok(await until(() => textOf(source.current()) === '{"USD":{"EUR":0.8}}'), 'new rates');
  t.not(source.current()?.version, first?.version, 'new rates have a new version');
  write(ratesFile, '{"conversions":{"USD":{"EUR":-1}}}');
  t.ok(await until(() => logged.length > 0), 'a wrong file is logged');
  t.match(
    logged[0],
    /^warn: currency\.ratesFile .+ has a conversions\.USD\.EUR that is not a number above 0: correct the rate; the version of 20\S+Z stays in use$/,
  );
  t.equal(textOf(source.current()), '{"USD":{"EUR":0.8}}');
  t.ok(await until(() => source.states()[0]?.stale === true), 'the rates become stale');
  rmSync(ratesFile);
  t.ok(await until(() => /cannot be read \(ENOENT\)/.test(logged.at(-1) ?? '')), 'a missing file is logged');
  write(ratesFile, rates(0.7));
  t.ok(await until(() => textOf(source.current()) === '{"USD":{"EUR":0.7}}'), 'a corrected file is read');
  t.ok(await until(() => /^info: .* works again$/.test(logged.at(-1) ?? '')));
  t.equal(source.states()[0]?.fault, '');
  t.ok(await until(() => source.states()[0]?.stale === false), 'the rates are fresh again');
});

t.test('an unusable file fails the start with an error that names the setting', async (t) => {
  const cases: [string, string | undefined, RegExp][] = [
    ['missing', undefined, /^currency\.ratesFile .+missing cannot be read \(ENOENT\): name a readable file$/],
    ['folder/', undefined, /^currency\.ratesFile .+folder\/ cannot be read \((ENOENT|EISDIR)\): name a readable file$/],
    ['wrong', '[]', /^currency\.ratesFile .+wrong is not a JSON object/],
    ['huge', ' '.repeat(5 * 1024 * 1024), /^currency\.ratesFile .+huge is longer than 4 MiB: shorten it$/],
  ];
  for (const [name, text, message] of cases) {
    const ratesFile = join(dir, name);
    if (text !== undefined) writeFileSync(ratesFile, text);
    await t.rejects(start(t, { ratesFile }), { message }, name);
  }
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const ratesFile of [pipe, '/dev/zero']) {
    await t.rejects(start(t, { ratesFile }), {
      message: `currency.ratesFile ${ratesFile} is not a regular file: replace it`,
    });
  }
});

t.test('the URL replaces the file once it answers, and its last good text is kept', async (t) => {
  const ratesFile = join(dir, 'fallback.json');
  writeFileSync(ratesFile, rates(0.5));
  const server = await startTextServer(t, { status: 503 });
  const { source, logged } = await start(t, { ratesFile, ratesUrl: server.url });
  t.equal(textOf(source.current()), '{"USD":{"EUR":0.5}}', 'the file at first');
  t.equal(logged[0], 'warn: currency.ratesUrl returned status 503: it must answer 200 with the text; retry in 0.02 s');
  server.answer({ text: rates(0.6) });
  t.ok(await until(() => textOf(source.current()) === '{"USD":{"EUR":0.6}}'), 'then the URL');
  server.answer({ text: '<html>' });
  t.ok(await until(() => logged.some((line) => /currency\.ratesUrl is not a JSON object/.test(line))));
  server.answer({ status: 404 });
  const logged404 = (): string[] =>
    logged.filter((line) => /currency\.ratesUrl returned status 404.*stays in use$/.test(line));
  t.ok(await until(() => logged404().length > 0));
  const asked = server.asked();
  t.ok(await until(() => server.asked() > asked + 1), 'the URL is fetched again');
  t.equal(logged404().length, 1, 'the same problem is logged only once');
  t.equal(textOf(source.current()), '{"USD":{"EUR":0.6}}');
});

t.test('a URL that fails is tried again soon, even with a long refresh interval', async (t) => {
  const server = await startTextServer(t, { status: 503 });
  const { source, logged } = await start(t, { ratesUrl: server.url, refreshSeconds: 86_400 });
  t.match(logged[0], /retry in 5 s$/);
  server.answer({ text: rates(0.7) });
  t.ok(await until(() => source.current() !== null));
  const asked = server.asked();
  await sleep(100);
  t.equal(server.asked(), asked, 'then at the refresh interval');
});

t.test('a URL that nobody answers, or whose answer never ends, does not prevent the start', async (t) => {
  const { logged } = await start(t, { ratesUrl: `http://127.0.0.1:${await ownPort()}/rates.json` });
  t.match(
    logged[0],
    /^warn: currency\.ratesUrl cannot be fetched \(ECONNREFUSED\): give an address that answers; retry in /,
  );
  const endless = await startTextServer(t, { text: ' ', endless: true });
  const { source, logged: told } = await start(t, { ratesUrl: endless.url });
  t.match(told[0], /^warn: currency\.ratesUrl is longer than 4 MiB: shorten it; retry in /);
  t.equal(source.current(), null);
});

t.test('after close nothing is fetched', async (t) => {
  const server = await startTextServer(t, { text: rates(0.9) });
  const { source } = await start(t, { ratesUrl: server.url });
  source.close();
  await sleep(30);
  const asked = server.asked();
  await sleep(100);
  t.equal(server.asked(), asked);
});
