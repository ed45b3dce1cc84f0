/** Six full cookies of ids, the most a host can have, in a real browser (implementation B 10): they are kept, sent, and removed by an opt-out. */
import t from 'tap';
import { closedWith } from '../support/closed-with.ts';
import { startBidders } from '../support/bidders.ts';
import { needChromium, startChromium } from '../support/chromium.ts';
import { startService } from '../support/service.ts';

needChromium(t);

const host = 'http://gavel.sync.localhost';
const codes = Array.from({ length: 24 }, (_, at) => `b${at}`);
const bidders = await startBidders(t);
const sync = { redirect: { url: `http://outside.sync.localhost/?r={{.RedirectURL}}`, userMacro: '$UID' } };
const endpoint = bidders.endpoint('bidderA');
const service = await startService(t, {
  externalUrl: host,
  bidders: Object.fromEntries(['bidderA', ...codes].map((code) => [code, { endpoint, userSync: sync }])),
  userSync: { cookies: 6, maxCookieBytes: 4096 },
});
const browser = closedWith(t, await startChromium({ 'gavel.sync.localhost': service.port }));
const context = await browser.newContext();
const page = await context.newPage();

const uidOf = (code: string): string => code.padEnd(650, '.');
const names = async (): Promise<string[]> => (await context.cookies(host)).map(({ name }) => name).toSorted();

t.test('the browser keeps and sends six cookies of four kilobytes', async (t) => {
  for (const code of codes) {
    const answer = await page.goto(`${host}/setuid?bidder=${code}&uid=${uidOf(code)}`);
    if (answer!.status() !== 200) t.fail(`${code}: ${answer!.status()}`);
  }
  t.strictSame(await names(), ['uids', 'uids2', 'uids3', 'uids4', 'uids5', 'uids6']);
  const bytes = (await context.cookies(host)).map(({ name, value }) => name.length + value.length + 1);
  t.ok(Math.min(...bytes) > 3600, `full: ${bytes.join(', ')} bytes`);
  await page.goto(`${host}/getuids`);
  const { buyeruids } = JSON.parse(await page.locator('body').innerText()) as { buyeruids: object };
  t.strictSame(buyeruids, Object.fromEntries(codes.map((code) => [code, uidOf(code)])));
});

t.test('an auction in the browser carries the ids of all cookies', async (t) => {
  const request = {
    id: 'r1',
    imp: [
      {
        id: 'i1',
        banner: { w: 1, h: 1 },
        ext: { svc: { bidder: Object.fromEntries(codes.map((code) => [code, {}])) } },
      },
    ],
    site: { id: 's' },
  };
  const status = await page.evaluate(
    async (body) => (await fetch('/openrtb2/auction', { method: 'POST', body, credentials: 'include' })).status,
    JSON.stringify(request),
  );
  t.equal(status, 200);
  const heard = bidders
    .received('bidderA')
    .map(({ body }) => (body as { user?: { buyeruid?: string } }).user?.buyeruid);
  t.strictSame(heard.toSorted(), codes.map(uidOf).toSorted());
});

t.test('an opt-out leaves one cookie without ids', async (t) => {
  await page.goto(`${host}/optout?optout=1`);
  t.strictSame(await names(), ['uids']);
  await page.goto(`${host}/getuids`);
  t.equal(await page.locator('body').innerText(), '{"buyeruids":{}}');
});
