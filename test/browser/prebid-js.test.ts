/**
 * The calls of Prebid.js and of its creatives, from pages of other origins in a real browser (spec 4.4; decisions, 'CORS'): texts
 * with credentials, a compressed auction, the event of a win, a cached creative in a frame without an origin. The auction's body
 * is what Prebid.js 11.36 wrote; Prebid.js itself is left out for its weight (106 MB with its dependencies).
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { startBidders } from '../support/bidders.ts';
import { needChromium, startChromium } from '../support/chromium.ts';
import { listening } from '../support/listening.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

needChromium(t);

const bidders = await startBidders(t);

/** The calls as Prebid.js makes them, and Prebid Universal Creative in the frame of an ad server. */
const client = `
const send = (url, body) => fetch('http://gavel.sync.localhost' + url, {
  method: 'POST', credentials: 'include', headers: {'Content-Type': 'text/plain'}, body,
}).then((answer) => answer.json());

async function sync(body) {
  const answer = await send('/cookie_sync', body);
  for (const { usersync } of answer.bidder_status) {
    // The next one is loaded when this is loaded or has failed.
    await new Promise((resolve) => { Object.assign(new Image(), { onload: resolve, onerror: resolve, src: usersync.url }); });
  }
  return answer;
}

async function auction(body) {
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return send('/openrtb2/auction?gzip=1', new Uint8Array(await new Response(packed).arrayBuffer()));
}

const win = (url) => void fetch(url, { mode: 'no-cors', credentials: 'include', keepalive: true });

function creative(url) {
  const shown = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
  const load = 'fetch("' + url + '").then((answer) => answer.json()).then((bid) => parent.postMessage(bid, "*"));';
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = '<script>' + load + '<\\/script>';
  document.body.append(frame);
  return shown;
}`;

/** The publisher's page, and a bidder that sends the browser back with its id. */
const outside = createServer((request, response) => {
  const back = new URL(request.url!, 'http://outside').searchParams.get('r');
  if (back !== null) return void response.writeHead(302, { location: back.replace('$UID', 'a-user') }).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><body><script>${client}</script>`);
});
const outsidePort = await listening(t, outside);

const redirect = { url: 'http://outside.sync.localhost/a?r={{.RedirectURL}}', userMacro: '$UID' };
const service = await startService(t, {
  namespace: 'prebid',
  externalUrl: 'http://gavel.sync.localhost',
  accounts: { defaults: { events: { enabled: true } } },
  bidders: {
    bidderA: { endpoint: bidders.endpoint('bidderA'), userSync: { redirect } },
    bidderD: { endpoint: bidders.endpoint('bidderD') },
  },
});

const browser = await startChromium({
  'gavel.sync.localhost': service.port,
  'outside.sync.localhost': outsidePort,
  'www.sync.localhost': outsidePort,
});
t.teardown(() => browser.close());
const page = await (await browser.newContext()).newPage();
const statuses = new Map<string, number>();
page.on('response', (response) => statuses.set(response.url(), response.status()));

/** The result of a function of `client` in the page. */
function inPage<T = unknown>(name: string, argument: string): Promise<T> {
  return page.evaluate(`${name}(${JSON.stringify(argument)})`);
}

const observed = join(import.meta.dirname, '../auction/exemplary/clients/prebid-js.json');
const { request } = JSON.parse(readFileSync(observed, 'utf8')) as { request: { ext: { prebid: object } } };
const cached = { ...request.ext.prebid, cache: { bids: {} }, events: { enabled: true } };
const auction = JSON.stringify({ ...request, ext: { ...request.ext, prebid: cached } });

interface Answered {
  readonly seatbid: readonly [{ readonly bid: readonly [AnsweredBid] }];
}
interface AnsweredBid {
  readonly ext: { readonly prebid: { readonly events: { readonly win: string }; readonly targeting: Keys } };
}
type Keys = { readonly [key: string]: string };

const reply = { id: 'a1', impid: 'top', price: 1.23, crid: 'c1', w: 300, h: 250, adm: '<b>${AUCTION_PRICE}</b>' };
bidders.answer('bidderA', { body: { id: 'x', cur: 'EUR', seatbid: [{ bid: [reply] }] } });

t.test('sync, auction, win event and cached creative work from pages of other origins', async (t) => {
  await page.goto('http://www.sync.localhost/');
  const sync = { uuid: 'u', bidders: ['bidderA', 'nobody'], account: 'pub-1', gdpr: 0, gpp: 'DBAA', gpp_sid: '-1' };
  const { bidder_status } = await inPage<{ bidder_status: unknown }>('sync', JSON.stringify(sync));
  t.match(bidder_status, wholeLists([{ bidder: 'bidderA', no_cookie: true, usersync: { type: 'redirect' } }]));

  const answer = await inPage<Answered>('auction', auction);
  t.match(bidders.received('bidderA')[0]?.body, { user: { buyeruid: 'a-user' } }, 'the id of the sync');
  const { events, targeting } = answer.seatbid[0].bid[0].ext.prebid;

  await inPage('win', events.win);
  t.ok(await until(() => statuses.has(events.win)));
  t.equal(statuses.get(events.win), 200, 'the event of the win');

  const { hb_cache_host: host, hb_cache_path: path, hb_cache_id: id } = targeting;
  const creative = await inPage('creative', `http://${host}${path}?uuid=${id}`);
  t.match(creative, { adm: reply.adm, price: 1.23, w: 300, h: 250, wurl: events.win });
});
