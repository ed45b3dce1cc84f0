/** Runs a service of several processes as a host does, with a bidder of its own, and ends it with its test. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { postAuction, requestFor } from './auction.ts';
import { testFolder, type Ending } from './folder.ts';
import { listening } from './listening.ts';
import { ownPort } from './own-port.ts';
import { isAlive, startProcess, type ServiceProcess } from './process.ts';

/** A running service, its primary first. */
export interface TestCluster extends ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly adminPort: number;
  /** One auction, over a connection of its own. */
  auction(): Promise<Response>;
  /** The text of its metrics. */
  metrics(): Promise<string>;
  /** Ids of all workers that have ever listened, the oldest first. */
  children(): number[];
  /** Resolves once `count` workers have listened; rejects as `said` does. */
  listened(count: number): Promise<unknown>;
  /** The workers that run now. */
  alive(): number[];
  /** Writes the configuration file anew: `settings` merged over the test's, or a string as it is. */
  configure(settings: object | string): void;
}

/** Starts a service with `settings` over one bidder, `bidderA`, that always bids; it ends with the test. */
export async function startCluster(t: Ending, settings: object, env: NodeJS.ProcessEnv = {}): Promise<TestCluster> {
  const dir = testFolder(t);
  const bidder = createServer((request, response) => {
    request.resume().on('end', () => response.end(bid));
  });
  const base = {
    host: '127.0.0.1',
    port: await ownPort(),
    workers: 0,
    drainDelayMs: 300,
    admin: { port: 0 },
    bidders: { bidderA: { endpoint: `http://127.0.0.1:${await listening(t, bidder)}/` } },
    cache: { path: join(dir, 'cache') },
    privacy: { gdpr: { defaultScope: false } },
  };
  const file = join(dir, 'service.yaml');
  const configure = (changes: object | string): void =>
    writeFileSync(file, typeof changes === 'string' ? changes : JSON.stringify(mergePatch(base, changes)));
  configure(settings);
  const service = startProcess(t, ['--config', file], { env });
  t.teardown(() => {
    service.child.kill('SIGKILL');
    for (const pid of workersOf(service)) end(pid);
    return service.ended();
  });
  const port = await service.listening();
  const adminPort = Number((await service.said(/"adminPort":(\d+)/))[1]);
  const children = (): number[] => workersOf(service);
  const alive = (): number[] => children().filter(isAlive);
  const listened = (count: number) => service.said(new RegExp(`(?:"msg":"a process listens"[^]*?){${count}}`));
  const url = `http://127.0.0.1:${port}`;
  const auction = () => postAuction(url, auctionBody, { connection: 'close' });
  const metrics = async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return { ...service, url, port, adminPort, auction, metrics, children, listened, alive, configure };
}

const bid = JSON.stringify({ seatbid: [{ bid: [{ id: 'b1', impid: 'i1', price: 1, crid: 'c1' }] }] });

/** A request that asks `bidderA`. */
export const auctionBody = JSON.stringify(requestFor({ bidderA: {} }, { tmax: 3000 }));

function workersOf({ output }: ServiceProcess): number[] {
  return [...output.stdout.matchAll(/"child":(\d+),"msg":"a process listens"/g)].map(([, pid]) => Number(pid));
}

function end(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
