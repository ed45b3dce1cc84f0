/** Plugins in a whole service: the README's example, on the main thread and in threads, failing ones, and files that are none (src/plugins). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { postAuction, requestFor } from './support/auction.ts';
import { startBidders } from './support/bidders.ts';
import { testFolder } from './support/folder.ts';
import { startConfigured, startProcess } from './support/process.ts';
import { startService } from './support/service.ts';
import { until } from './support/until.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'src/plugins/README.md'), 'utf8');

/** The code block of the README in a language. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)![1]!;
}

/** A plugin file with this text. */
function fileOf(t: Test, text: string): string {
  const file = join(testFolder(t), 'plugin.ts');
  writeFileSync(file, text);
  return file;
}

// Patience for a busy machine.
const request = requestFor({ bidderA: {} }, { tmax: 5000 });
const bid = { id: 'b1', impid: 'i1', price: 2, crid: 'c', adm: '<p>', w: 300, h: 250 };
const bot = { 'user-agent': 'Examplebot/1.0 (crawler)' };

for (const workers of [0, 1]) {
  t.test(`the example does what the README says, with ${workers} threads`, async (t) => {
    const bidders = await startBidders(t);
    const cats = ['IAB1', 'IAB25', 'IAB7-39'];
    const bids = cats.map((cat) => ({ ...bid, id: cat, cat: [cat] }));
    bidders.answer('bidderA', { body: { seatbid: [{ bid: bids }] } });
    const file = fileOf(t, block('ts').replace('/srv/gavel/', `${root}/`));
    const settings = {
      workers,
      bidders: bidders.settings('bidderA'),
      plugins: { clean: { file, settings: { cat: ['IAB25', 'IAB26'] } } },
    };
    const stored = {
      accounts: { strict: JSON.parse(block('json')), free: { plugins: { clean: { enabled: false } } } },
      requests: { page: { ...request, site: undefined } },
    };
    const service = await startService(t, settings, stored);
    const ask = async (account: string, headers = {}) => {
      const site = { ...request.site, publisher: { id: account } };
      const response = await postAuction(service.url, { ...request, site }, headers);
      t.equal(response.status, 200);
      return (await response.json()) as { nbr?: number; seatbid: { bid: { id: string }[] }[]; ext: object };
    };
    const idsOf = async (account: string) => (await ask(account)).seatbid.flatMap((one) => one.bid.map(({ id }) => id));
    t.strictSame(await idsOf('usual'), ['IAB1', 'IAB7-39']);
    t.strictSame(await idsOf('strict'), ['IAB1'], 'the list of the account');
    t.strictSame(await idsOf('free'), cats, 'disabled for the account');
    const refused = await ask('usual', bot);
    t.strictSame(refused.seatbid, []);
    t.match(refused, {
      nbr: 3,
      ext: { warnings: { general: [{ message: 'crawlers see no ads (plugin clean of the host)' }] } },
    });
    t.equal(bidders.received('bidderA').length, 3, 'no bidder is called for the crawler');
    const amp = await fetch(`${service.url}/openrtb2/amp?tag_id=page`, { headers: bot });
    t.match(await amp.json(), { targeting: {}, ortb2: { ext: { warnings: { general: [{}] } } } });
    const metrics = await service.metrics();
    t.match(metrics, /^gavel_bidder_bids_dropped_total\{bidder="bidderA",reason="plugin"\} 3$/m);
  });
}

t.test('a plugin that throws is logged, and the auction goes on', async (t) => {
  const bidders = await startBidders(t);
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [bid] }] } });
  const file = fileOf(t, 'export default {\n  bid() {\n    throw new Error("no list");\n  },\n};\n');
  const service = await startConfigured(t, {
    workers: 1,
    privacy: { gdpr: { defaultScope: false } },
    bidders: bidders.settings('bidderA'),
    plugins: { bad: { file } },
  });
  const answer = await postAuction(`http://127.0.0.1:${await service.listening()}`, request);
  t.match(await answer.json(), { seatbid: [{ bid: [{ id: 'b1' }] }] });
  const [line] = await service.said(/.*"plugin":"bad".*/);
  t.match(
    line,
    /"stack":"Error: no list\\n +at .*plugin\.ts:3:.*"auction":"[^"]+".*"msg":"a plugin failed: the auction continues without it"/,
  );
});

t.test('timers of a plugin run, on the main thread and in threads, and do not keep a process alive', async (t) => {
  const file = fileOf(
    t,
    'let n = 0;\nsetInterval(() => { n += 1; }, 5);\nexport default { auctionResponse: (given) => ({ ...given, customdata: `${n}` }) };\n',
  );
  const bidders = await startBidders(t);
  const plugins = { list: { file } };
  const endpoint = bidders.endpoint('bidderA');
  const privacy = { gdpr: { defaultScope: false } };
  for (const workers of [0, 1]) {
    // A process of its own, as the timer would keep this one alive.
    const service = await startConfigured(t, {
      workers,
      drainDelayMs: 0,
      privacy,
      plugins,
      bidders: { bidderA: { endpoint } },
    });
    const url = `http://127.0.0.1:${await service.listening()}`;
    const ask = async (): Promise<number> => {
      const answer = await postAuction(url, request);
      return Number(((await answer.json()) as { customdata: string }).customdata);
    };
    t.ok(await until(async () => (await ask()) >= 3), `${workers} threads`);
  }
  const config = join(testFolder(t), 'service.json');
  writeFileSync(config, JSON.stringify({ port: 0, privacy, plugins }));
  const check = startProcess(t, ['--config', config, '--check']);
  t.equal(await check.ended(), 0);
  t.match(check.output.stdout, /is valid\n$/);
});

t.test('a file that is no plugin fails the start and --check', async (t) => {
  const config = join(testFolder(t), 'service.json');
  const privacy = { gdpr: { defaultScope: false } };
  const defaults = { plugins: { clena: { enabled: false } } };
  const write = (settings: object): void => writeFileSync(config, JSON.stringify({ port: 0, privacy, ...settings }));
  write({ plugins: { clean: { file: fileOf(t, 'export default {};') } } });
  for (const more of [[], ['--check']]) {
    const service = startProcess(t, ['--config', config, ...more]);
    t.equal(await service.ended(), 1);
    t.match(
      service.output.stderr,
      /^.*plugins\.clean\.file: has no functions: give it at least one of .*auctionRequest/m,
    );
  }
  write({ plugins: { clean: { file: '/nowhere.ts', setings: {} } }, accounts: { defaults } });
  const service = startProcess(t, ['--config', config]);
  t.equal(await service.ended(), 1);
  t.match(service.output.stderr, /plugins\.clean\.setings is not a setting: did you mean plugins\.clean\.settings\?/);
  t.match(
    service.output.stderr,
    /accounts\.defaults\.plugins names clena, which is not a plugin of this host: did you mean clean\?/,
  );
});
