/** The whole service under a flood of costly cookie syncs: they yield to auctions (issue 'Overload'). */
import t from 'tap';
import { Agent, request } from 'undici';
import { closedWith } from './support/closed-with.ts';
import { requestFor } from './support/auction.ts';
import { ownPort } from './support/own-port.ts';
import { startConfigured } from './support/process.ts';
import { startTextServer } from './support/text-server.ts';

const agent = closedWith(t, new Agent({ connections: 100 }));

/** So many names that one request blocks a process for tens of milliseconds. */
const syncBody = JSON.stringify({ bidders: Array.from({ length: 35_000 }, (_, at) => at.toString(36)) });
const auctionBody = JSON.stringify(requestFor({ bidderA: {} }, { tmax: 3000 }));

interface Answer {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly text: string;
}

async function ask(url: string, body?: string): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const { statusCode, headers, body: read } = await request(url, { method, dispatcher: agent, ...(body && { body }) });
  return { status: statusCode, retryAfter: headers['retry-after'], text: await read.text() };
}

t.test('syncs are refused so that most auctions are served, and afterwards all auctions are', async (t) => {
  const bid = { seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }] }] };
  const bidder = await startTextServer(t, { text: JSON.stringify(bid) });
  const adminPort = await ownPort();
  const config = {
    bidders: { bidderA: { endpoint: bidder.url } },
    privacy: { gdpr: { defaultScope: false } },
    stored: { dir: '<dir>' },
    cache: { path: '<dir>/cache' },
    workers: 0,
  };
  const service = await startConfigured(t, config, ['--set', `admin.port=${adminPort}`]);
  const url = `http://127.0.0.1:${await service.listening()}`;
  const auction = (): Promise<Answer> => ask(`${url}/openrtb2/auction`, auctionBody);
  t.equal((await ask(`${url}/cookie_sync`, syncBody)).status, 200, 'one alone is answered');

  const syncs: Answer[] = [];
  let isOver = false;
  const goesOn = (): boolean => !isOver;
  const flood = Array.from({ length: 40 }, async () => {
    while (goesOn()) syncs.push(await ask(`${url}/cookie_sync`, syncBody));
  });
  const others: number[] = [];
  const auctions: Answer[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    auctions.push(...(await Promise.all([auction(), auction()])));
    others.push((await ask(`${url}/status`)).status);
  }
  isOver = true;
  await Promise.all(flood);

  const refused = syncs.filter(({ status }) => status === 503);
  const taken = syncs.filter(({ status }) => status === 200);
  t.equal(refused.length + taken.length, syncs.length);
  t.ok(refused.length > taken.length, `${refused.length} of ${syncs.length} syncs refused`);
  t.ok(refused.every(({ retryAfter }) => retryAfter === '1'));
  t.match(refused[0]?.text, /^Invalid request: .*try again later\n$/);
  t.ok(taken.length > 0, 'never all are refused');
  const served = auctions.filter(({ text }) => text.includes('"crid":"c1"'));
  t.ok(served.length > auctions.length / 2, `${served.length} of ${auctions.length} auctions served`);
  t.strictSame(new Set(others), new Set([204]), 'load balancers are always answered');

  const { text } = await ask(`http://127.0.0.1:${adminPort}/metrics`);
  t.match(text, `gavel_overload_yielded_total ${refused.length}\n`);
  t.match(text, `gavel_cookie_sync_total{status="503"} ${refused.length}\n`);
  const after = await Promise.all(Array.from({ length: 20 }, auction));
  t.strictSame(new Set(after.map(({ status }) => status)), new Set([200]));
});
