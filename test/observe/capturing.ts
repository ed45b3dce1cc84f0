/** A service that captures its auctions, and the lines that it wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { captureFiles } from '../../src/observe/capture-files.ts';
import type { CapturedAuction } from '../../src/observe/capture-record.ts';
import { postAuction } from '../support/auction.ts';
import { startBidders, type TestBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A request with much data about its user, for three bidders. */
export const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {}, bidderB: {}, bidderC: {} } } } }],
  site: { page: 'https://news.example/a', publisher: { id: 'p1' } },
  device: {
    ip: '81.2.69.142',
    ifa: 'ifa-of-a-person',
    geo: { lat: 52.516312, lon: 13.377712 },
    ext: { ifv: 'ifv-of-a-person' },
  },
  user: {
    id: 'user-of-a-person',
    buyeruid: 'buyer-of-a-person',
    eids: [{ source: 's.example', uids: [{ id: 'eid-of-a-person' }] }],
    ext: {
      consent: 'CQuCLYAQuCLYAAKABBENAJEIAPJAAAAAAAYgAGgA4AAAAAAA',
      svc: { buyeruids: { bidderA: 'own=of-a-person' } },
    },
  },
  test: 1,
};

/** A service, its bidders, and the file that it captures into. */
export interface Parts {
  readonly bidders: TestBidders;
  readonly service: TestService;
  readonly path: string;
}

/** Starts a service with two bidders and an unreachable one; it captures every auction unless `capture` or `more` set it otherwise. */
export async function start(t: Test, capture: object, more: object = {}): Promise<Parts> {
  const bidders = await startBidders(t);
  const path = join(testFolder(t), 'captures', 'auctions.ndjson');
  const credentials = { username: 'gavel-user', password: 'geheim-1' };
  const service = await startService(t, {
    bidders: {
      bidderA: { endpoint: `${bidders.endpoint('a')}?token=geheim-1`, credentials },
      bidderB: { endpoint: bidders.endpoint('b'), endpointCompression: 'gzip' },
      bidderC: { endpoint: 'http://127.0.0.1:1/c' },
    },
    capture: { path, sampleRate: 1, ...capture },
    ...more,
  });
  return { bidders, service, path };
}

/** Sends an auction as a browser does; gives the text of the answer. */
export async function auction({ url }: TestService, body: string = JSON.stringify(request)): Promise<string> {
  const headers = { 'user-agent': 'browser', cookie: 'uids=abc; other=1', 'x-forwarded-for': '81.2.69.142' };
  return (await postAuction(url, body, headers)).text();
}

/** True once one auction is written; a file that is read earlier may end in half a line. */
export function oneIsWritten(parts: Parts): Promise<boolean> {
  return until(async () => /written_total 1\n/.test(await parts.service.metrics()));
}

/** The lines in the files of `path`. */
export function read(path: string): CapturedAuction[] {
  const text = captureFiles(path)
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CapturedAuction);
}
