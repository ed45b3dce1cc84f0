/** A replay of bidders whose calls have no body, are repeated, or go to two addresses (issue 6, item 3). */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { captureFiles } from '../../src/observe/capture-files.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { bareEnv } from '../support/run-script.ts';

const command = join(import.meta.dirname, '../../bench/replay.ts');

/** Their replies, which differ from call to call. */
const replies = {
  adgeneration: (n: number) => ({
    locationid: '58278',
    cpm: n,
    ad: `<b>${n}</b>`,
    creativeid: `c${n}`,
    w: 300,
    h: 250,
    results: [{}],
  }),
  yieldlab: (n: number) => [
    { id: 12345, price: n, advertiser: 'yieldlab', adsize: '300x250', pid: 1234, did: 5678, pvid: '4' },
  ],
  beachfront: (n: number) => ({
    id: 'r',
    seatbid: [{ bid: [{ id: 'videoAdmVideo', impid: 'video', price: n, adm: '<VAST/>', crid: `c${n}` }] }],
  }),
};

const banner = { w: 300, h: 250 };
const imps = [
  {
    id: 'one',
    banner,
    ext: { svc: { bidder: { adgeneration: { id: '58278' }, yieldlab: { adslotId: '12345', supplyId: '1' } } } },
  },
  { id: 'two', banner, ext: { svc: { bidder: { adgeneration: { id: '58278' } } } } },
  {
    id: 'video',
    video: { mimes: ['video/mp4'], w: 640, h: 360 },
    ext: { svc: { bidder: { beachfront: { bidfloor: 0, appId: 'app-1', videoResponseType: 'adm' } } } },
  },
];

t.test('calls without a body, repeated calls and calls to two addresses replay without a difference', async (t) => {
  const bidders = await startBidders(t);
  for (const [code, reply] of Object.entries(replies))
    bidders.answer(
      code,
      Array.from({ length: 20 }, (_, at) => ({ body: reply(at + 1) })),
    );
  const dir = testFolder(t);
  const at = (code: string) => bidders.endpoint(code);
  const settings = {
    externalUrl: 'https://ssp.example',
    bidders: {
      adgeneration: { endpoint: `${at('adgeneration')}/adsv?from=us` },
      yieldlab: { endpoint: `${at('yieldlab')}/yp/` },
      beachfront: {
        endpoint: `${at('beachfront')}/d`,
        extraInfo: JSON.stringify({ video_endpoint: `${at('beachfront')}/v?e` }),
      },
    },
    privacy: { gdpr: { defaultScope: false } },
    cache: { path: join(dir, 'cache') },
    stored: { dir: join(dir, 'stored') },
  };
  const path = join(dir, 'auctions.ndjson');
  const service = await startService(t, { ...settings, capture: { path, sampleRate: 1 } });
  const answers: string[] = [];
  for (const id of ['r1', 'r2', 'r3']) {
    const request = {
      id,
      imp: imps,
      site: { page: 'https://news.example/a' },
      user: { buyeruid: `buyer-of-${id}` },
      device: { ip: '81.2.69.142', ua: 'b', geo: { lat: 52.516312, lon: 13.377712 } },
      cur: ['USD'],
      tmax: 5000,
      ext: { svc: { currency: { rates: { EUR: { USD: 1.5 } } } } },
    };
    // Not this machine's address, which is redacted everywhere.
    const headers = { 'x-forwarded-for': '81.2.69.142' };
    const asked = { method: 'POST', headers, body: JSON.stringify(request) };
    answers.push(await (await fetch(`${service.url}/openrtb2/auction`, asked)).text());
  }
  await service.stop();
  for (const code of Object.keys(replies)) t.match(answers.join(''), `"seat":"${code}"`);
  const config = join(dir, 'service.json');
  writeFileSync(config, JSON.stringify(settings));
  const args = [command, captureFiles(path)[0]!, '--patient', '--config', config, '--repeat', '2'];
  const run = promisify(execFile)(process.execPath, [...args, '--result', join(dir, 'result.json')], { env: bareEnv });
  const played = await run.catch((error: { stdout: string }) => error);
  t.match(played.stdout, / 0 of 6 answers differ/);
  t.match(played.stdout, /bidders were called \d+ times$/m, 'the farm recognized every call');
});
