/** A service with both analytics modules, and the lines they deliver. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { startCollector } from './collector.ts';

/** Two bidders: bidderA bids, bidderB fails. */
export const bidders = await startBidders(t);

const folder = testFolder(t);

/** The bid of bidderA. */
const bid = {
  id: 'b1',
  impid: 'i1',
  price: 1.5,
  crid: 'c1',
  adm: '<b>ad</b>',
  adomain: ['shop.example'],
  w: 300,
  h: 250,
};
bidders.answer('bidderA', { body: { id: 'x', seatbid: [{ bid: [bid] }] } });
bidders.answer('bidderB', { status: 500 });

/** An imp for both bidders. */
export const imp = { id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {}, bidderB: {} } } } };

/** A request with much personal data. */
export const request = {
  id: 'r1',
  imp: [imp],
  site: { page: 'https://news.example/', publisher: { id: 'p1' } },
  user: { id: 'secret-user', ext: { eids: [{ source: 's.example', uids: [{ id: 'secret-eid' }] }] } },
  device: { ip: '203.0.113.9', ifa: 'secret-ifa', geo: { lat: 48.123456, lon: 2 } },
  mine: { any: 'thing' },
  ext: { svc: { integration: 'web', channel: { name: 'pbjs', version: '9' }, auctiontimestamp: 1700000000000 } },
};

interface Line {
  readonly kind: string;
  readonly [member: string]: unknown;
}

interface Delivered {
  readonly file: Line[];
  readonly http: Line[];
}

/** Starts a service with both modules, runs `use`, stops it, and returns the lines of each module. */
export async function deliveredLines(
  t: Test,
  settings: object,
  use: (url: string) => Promise<void>,
  accounts: object = {},
): Promise<Delivered> {
  const collector = await startCollector(t);
  const path = join(folder, `${t.name.replaceAll(/\W/g, '-')}.ndjson`);
  const modules = { analytics: { file: { path }, http: { url: collector.url } } };
  const codes = ['bidderA', 'bidderB'];
  const all = Object.fromEntries(codes.map((code) => [code, { endpoint: bidders.endpoint(code), ...sync(code) }]));
  const stored = {
    accounts: accounts as { [id: string]: unknown },
    requests: { page: { id: 'r1', imp: [imp], site: { id: 's1' } } },
  };
  const service = await startService(t, mergePatch({ bidders: all, ...modules }, settings) as object, stored);
  await use(service.url);
  // Stopping sends the queued lines.
  await service.stop();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return {
    file: lines.map((line) => JSON.parse(line) as Line),
    http: collector.posts.flatMap(({ lines }) => lines as Line[]),
  };
}

/** The settings of a bidder's user sync. */
function sync(code: string): object {
  return {
    userSync: { redirect: { url: `https://${code.toLowerCase()}.example/?r={{.RedirectURL}}`, userMacro: '$UID' } },
  };
}

/** Posts an auction. */
export const auction = (url: string, body: unknown = request): Promise<Response> => postAuction(url, body);
