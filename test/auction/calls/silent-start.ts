/** Run by host-names.test in a network whose name server never answers: prints who bids in the first auction of a service. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { postAuction, requestFor } from '../../support/auction.ts';
import { endWithUs } from '../../support/end-with-us.ts';

await once(createSocket('udp4').bind(53, '127.0.0.1'), 'listening');
const bid = { id: 'b', impid: 'i1', price: 2, crid: 'c', adm: '<b>x</b>' };
const bidder = createServer((_, res) => res.end(JSON.stringify({ seatbid: [{ bid: [bid] }] }))).listen(0);
await once(bidder, 'listening');

const silent = ['a', 'b', 'c', 'd', 'e', 'f'];
const { port: bidderPort } = bidder.address() as AddressInfo;
const settings = [
  ...silent.map((code) => `bidders.${code}.endpoint=http://${code}.example/`),
  `bidders.good.endpoint=http://localhost:${bidderPort}/`,
  'privacy.gdpr.defaultScope=false',
  'admin.port=0',
  'host=127.0.0.1',
  'port=0',
  'workers=0',
  `cache.path=${process.argv[2]}`,
];
const main = join(import.meta.dirname, '../../../src/main.ts');
const config = ['--config', '/dev/null', ...settings.flatMap((setting) => ['--set', setting])];
const service = spawn(process.execPath, [main, ...config], { stdio: ['ignore', 'pipe', 'inherit'] });
endWithUs(service);

/** Seats that bid when these codes are asked. */
async function seats(url: string, codes: readonly string[]): Promise<string> {
  const params = Object.fromEntries(codes.map((code) => [code, {}]));
  const answer = await postAuction(url, requestFor(params, { tmax: 5000 }));
  const { seatbid } = (await answer.json()) as { readonly seatbid: readonly { readonly seat: string }[] };
  return seatbid.map(({ seat }) => seat).join();
}

createInterface({ input: service.stdout }).on('line', (line) => {
  const { msg, port } = JSON.parse(line) as { readonly msg: string; readonly port: number };
  if (msg !== 'listening') return;
  void seats(`http://127.0.0.1:${port}`, [...silent, 'good']).then((found) => {
    process.stdout.write(`seats: ${found}\n`);
    process.exit(0);
  });
});
