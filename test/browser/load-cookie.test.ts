/**
 * The load-cookie pages in a real browser (spec 4.4): the page calls /cookie_sync and loads the pixels, the bidder redirects to
 * /setuid, and the next auction carries that bidder's buyeruid. Names under localhost are trusted with Secure cookies; those
 * under one name are of one site, so that frames may set them.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startBidders } from '../support/bidders.ts';
import { needChromium, startChromium } from '../support/chromium.ts';
import { listening } from '../support/listening.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

needChromium(t);

const bidders = await startBidders(t);

/** The publisher's pages. Other paths are bidders' sync pages, which know the user as `<code>-user` and redirect back with that id. */
const pages = new Map<string, string>();
const outside = createServer((request, response) => {
  const url = new URL(request.url!, 'http://outside.sync.localhost');
  const back = url.searchParams.get('r');
  if (back !== null) {
    response.writeHead(302, { location: back.replace('$UID', `${url.pathname.slice(1)}-user`) }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end(pages.get(url.pathname) ?? '');
});
const outsidePort = await listening(t, outside);

const sync = (code: string): { url: string; userMacro: string } => ({
  url: `http://outside.sync.localhost/${code}?r={{.RedirectURL}}`,
  userMacro: '$UID',
});

const service = await startService(t, {
  externalUrl: 'http://gavel.sync.localhost',
  bidders: {
    bidderA: { endpoint: bidders.endpoint('bidderA'), userSync: { redirect: sync('bidderA') } },
    bidderB: { endpoint: bidders.endpoint('bidderB'), userSync: { iframe: sync('bidderB') } },
    bidderC: { endpoint: bidders.endpoint('bidderC'), userSync: { redirect: sync('bidderC') } },
  },
  userSync: { loadCookieEndpoints: { otherhost: 'http://other.sync.localhost/' } },
});

const browser = await startChromium({
  'gavel.sync.localhost': service.port,
  'other.sync.localhost': service.port,
  'outside.sync.localhost': outsidePort,
});
t.teardown(() => browser.close());

const context = await browser.newContext();
const page = await context.newPage();
let seen: string[] = [];
page.on('request', (request) => seen.push(request.url()));

/** Opens `url` without cookies; gives the addresses of all requests from then on. */
async function visit(url: string): Promise<string[]> {
  await page.goto('about:blank');
  await context.clearCookies();
  seen = [];
  await page.goto(url);
  return seen;
}

/** The ids in the browser's cookie, once there are `count` of them. */
async function uids(count: number): Promise<object> {
  let found: (readonly [key: string, uid: string])[] = [];
  await until(async () => {
    const cookie = (await context.cookies('http://gavel.sync.localhost/')).find(({ name }) => name === 'uids');
    const json = JSON.parse(Buffer.from(cookie?.value ?? '', 'base64url').toString() || '{}') as {
      tempUIDs?: { [key: string]: { uid: string } };
    };
    found = Object.entries(json.tempUIDs ?? {}).map(([key, { uid }]) => [key, uid]);
    return found.length >= count;
  });
  return Object.fromEntries(found);
}

const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 1, h: 1 }, ext: { svc: { bidder: { bidderA: {}, bidderB: {}, bidderC: {} } } } }],
  site: { id: 's' },
};

t.test('the page synchronises the named bidders, and the next auction carries their buyeruid', async (t) => {
  const asked = await visit('http://gavel.sync.localhost/load-cookie.html?bidders=bidderA,bidderB');
  t.strictSame(await uids(2), { bidderA: 'bidderA-user', bidderB: 'bidderB-user' });
  t.ok(
    asked.some((url) => url.startsWith('http://outside.sync.localhost/bidderA?r=')),
    'bidderA by an image',
  );
  t.ok(
    asked.some((url) => url.startsWith('http://outside.sync.localhost/bidderB?r=')),
    'bidderB by an iframe',
  );
  t.notOk(
    asked.some((url) => url.includes('bidderC')),
    'no other bidder',
  );
  bidders.forget();
  const status = await page.evaluate(async (body) => {
    const answer = await fetch('/openrtb2/auction', { method: 'POST', credentials: 'include', body });
    return answer.status;
  }, JSON.stringify(request));
  t.equal(status, 200);
  const buyeruid = (code: string): unknown => {
    const call = bidders.received(code)[0]!;
    t.equal(call.headers.cookie, undefined, `${code} gets no cookie`);
    return (call.body as { user?: { buyeruid?: string } }).user?.buyeruid;
  };
  t.equal(buyeruid('bidderA'), 'bidderA-user');
  t.equal(buyeruid('bidderB'), 'bidderB-user');
  t.equal(buyeruid('bidderC'), undefined);
});

t.test('max_sync_count, coop_sync, account and consent of the URL reach /cookie_sync', async (t) => {
  const asking = page.waitForRequest((request) => request.url().endsWith('/cookie_sync'));
  const answered = page.waitForResponse((response) => response.url().endsWith('/cookie_sync'));
  await visit(
    'http://gavel.sync.localhost/load-cookie.html?max_sync_count=1&gdpr=0&us_privacy=1NNN&account=p&coop_sync=1',
  );
  const { bidder_status } = (await (await answered).json()) as { bidder_status: unknown[] };
  t.equal(bidder_status.length, 1);
  const stated = { bidders: [], limit: 1, coopSync: true, account: 'p', gdpr: 0, us_privacy: '1NNN' };
  t.strictSame((await asking).postDataJSON(), stated);
});

for (const path of ['/load-cookie.html/', '//load-cookie.html///']) {
  t.test(`the page synchronises under ${path}, too`, async (t) => {
    await visit(`http://gavel.sync.localhost${path}?bidders=bidderA`);
    t.strictSame(await uids(1), { bidderA: 'bidderA-user' });
  });
}

t.test('an AMP snippet loads only pixels, and takes account, coop_sync and consent from args', async (t) => {
  const asking = page.waitForRequest((request) => request.url().endsWith('/cookie_sync'));
  const asked = await visit(
    'http://gavel.sync.localhost/load-cookie.html?source=amp&bidders=bidderB,bidderA&args=,other:1,account:123,coop_sync:False,us_privacy:1NNN,gpp',
  );
  t.strictSame((await asking).postDataJSON(), {
    bidders: ['bidderB', 'bidderA'],
    coopSync: false,
    account: '123',
    filterSettings: { iframe: { bidders: '*', filter: 'exclude' } },
    us_privacy: '1NNN',
  });
  t.strictSame(await uids(1), { bidderA: 'bidderA-user' });
  t.notOk(
    asked.some((url) => url.includes('/bidderB?r=')),
    'no iframe',
  );
});

t.test('endpoint selects a listed host; any other value means this origin', async (t) => {
  const asked = await visit('http://gavel.sync.localhost/load-cookie.html?endpoint=otherhost&max_sync_count=1');
  t.ok(await until(() => asked.some((url) => url === 'http://other.sync.localhost/cookie_sync')));
  t.ok(asked.includes('http://other.sync.localhost/cookie_sync'), 'the host of the code');
  for (const endpoint of [
    'https://outside.sync.localhost',
    '//outside.sync.localhost',
    '__proto__',
    'javascript:alert(1)',
    '"><script>',
  ]) {
    const strange = await visit(
      `http://gavel.sync.localhost/load-cookie.html?endpoint=${encodeURIComponent(endpoint)}`,
    );
    t.ok(await until(() => strange.some((url) => url.endsWith('/cookie_sync'))));
    const calls = strange.filter((url) => url.includes('cookie_sync'));
    t.strictSame(calls, ['http://gavel.sync.localhost/cookie_sync'], endpoint);
  }
});

/** A publisher's page that frames the consent page and answers it by `script`. */
function frame(path: string, script: string): string {
  pages.set(
    path,
    `<!doctype html><script>${script}</script>
     <iframe src="http://gavel.sync.localhost/load-cookie-with-consent.html?bidders=bidderA"></iframe>`,
  );
  return `http://outside.sync.localhost${path}`;
}

const answerAmp = (data: object): string => `addEventListener('message', (event) => {
  if (event.data.type !== 'send-consent-data') return;
  event.source.postMessage(${JSON.stringify({ sentinel: 'amp', type: 'consent-data', ...data })}, '*');
});`;

const answerTcf = `document.write('<iframe name="__tcfapiLocator" hidden></iframe>');
addEventListener('message', (event) => {
  const call = event.data.__tcfapiCall;
  if (!call) return;
  const answer = (returnValue) => event.source.postMessage({ __tcfapiReturn: { returnValue, success: true, callId: call.callId } }, '*');
  answer({ eventStatus: 'cmpuishown', gdprApplies: true, tcString: 'early' });
  answer({ eventStatus: 'useractioncomplete', gdprApplies: false, tcString: 'CPcons' });
});`;

t.test('the consent page asks the page around it for consent, and passes it on', async (t) => {
  const facts = { consentString: 'CPamp', consentMetadata: { gdprApplies: false, consentStringType: 2 } };
  const cases = [
    [frame('/amp', answerAmp({ ...facts, consentPolicyState: 1 })), { gdpr: 0, gdpr_consent: 'CPamp' }],
    [
      frame('/usp', answerAmp({ consentString: '1YNN', consentMetadata: { consentStringType: 3 } })),
      { us_privacy: '1YNN' },
    ],
    [frame('/tcf', answerTcf), { gdpr: 0, gdpr_consent: 'CPcons' }],
  ] as const;
  for (const [url, consent] of cases) {
    const asking = page.waitForRequest((request) => request.url().endsWith('/cookie_sync'));
    await visit(url);
    t.strictSame((await asking).postDataJSON(), { bidders: ['bidderA'], ...consent }, url);
    t.strictSame(await uids(1), { bidderA: 'bidderA-user' }, 'the browser is synchronised');
  }
});

t.test('without an answer, or after a refusal, /cookie_sync is not called', async (t) => {
  const wrong = `addEventListener('message', (event) => {
    for (const data of ['amp-{', null, 7, {}, { sentinel: 'amp', type: 'consent-data', consentPolicyState: 2 }]) event.source.postMessage(data, '*');
  });`;
  for (const url of [frame('/silent', ''), frame('/refused', wrong)]) {
    const asked = await visit(url);
    await sleep(300);
    t.ok(
      asked.some((one) => one.includes('load-cookie-with-consent')),
      url,
    );
    t.notOk(
      asked.some((one) => one.includes('cookie_sync')),
      url,
    );
  }
});

t.test('an injected script does not run in the page', async (t) => {
  await visit('http://gavel.sync.localhost/load-cookie.html?max_sync_count=0');
  const ran = await page.evaluate(`new Promise((resolve) => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    setTimeout(() => resolve(window.injected === true), 20);
  })`);
  t.equal(ran, false);
});
