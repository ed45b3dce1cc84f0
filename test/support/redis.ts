/** Real Redis servers of a test: one, or a cluster of three masters; each ends with its test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import type { CertificateFiles } from '../../bench/farm/certificate.ts';
import { ended, endWithUs, hasEnded } from './end-with-us.ts';
import { testFolder, type Ending } from './folder.ts';
import { freeze } from './freeze.ts';
import { ownPort } from './own-port.ts';
import { isInstalled, skipWithout } from './skip.ts';
import { succeeds, until } from './until.ts';

/** What tap's `skip` is for tests that need Redis. */
export const redisSkip = skipWithout('redis-server', isInstalled('redis-server', '--version'));

/** A running server, or a running cluster. */
export interface TestRedis {
  /** Its address; those of a cluster are separated by commas. */
  readonly url: string;
  /** The options its servers were started with. */
  readonly options: readonly string[];
  /** Suspends all processes, or the one at this index: connections stay open, nothing answers. */
  freeze(at?: number): void;
  thaw(): void;
  /** Ends them; their ports stay known, so that `start` brings them back, empty. */
  end(): Promise<void>;
  start(): Promise<void>;
}

/** Starts one server on a free port of 127.0.0.1, or on `port`. */
export async function startRedis(t: Ending, port?: number): Promise<TestRedis> {
  return startServers(t, [port ?? (await ownPort())]);
}

/** Starts a cluster of three masters; with `tls` they speak only TLS, also to each other. */
export async function startRedisCluster(t: Ending, tls?: CertificateFiles): Promise<TestRedis> {
  const cluster = await startLooseCluster(t, tls);
  await cluster.give(0);
  await cluster.unite();
  return cluster;
}

/** Starts a replica of the first of the `cluster`'s masters, which takes its place when that has not answered for `nodeTimeoutMs`. */
export async function startReplica(t: Ending, cluster: TestRedis, { nodeTimeoutMs = 2000 } = {}): Promise<void> {
  const [first = ''] = cluster.url.split(',');
  const { url } = await startServers(t, [await ownPort(10_000)], cluster.options);
  const [master, replica] = await Promise.all([first, url].map((one) => createClient({ url: one }).connect()));
  const id = String(await master!.sendCommand(['CLUSTER', 'MYID']));
  const knows = async (): Promise<boolean> => succeeds(replica!.sendCommand(['CLUSTER', 'REPLICATE', id]));
  await meet([replica!], new URL(first).port, knows);
  while (!String(await replica!.sendCommand(['INFO', 'replication'])).includes('master_link_status:up'))
    await sleep(20);
  master!.destroy();
  replica!.destroy();
  const urls = [...cluster.url.split(','), url];
  const members = await Promise.all(urls.map((one) => createClient({ url: one }).connect()));
  const ids = await Promise.all(members.map((member) => member.sendCommand(['CLUSTER', 'MYID'])));
  for (const member of members) {
    // A member votes only for a replica that it has heard of.
    const isTold = async (): Promise<boolean> => {
      const nodes = String(await member.sendCommand(['CLUSTER', 'NODES']));
      return ids.every((one) => nodes.includes(String(one)));
    };
    while (!(await isTold())) await sleep(20);
    await member.sendCommand(['CONFIG', 'SET', 'cluster-node-timeout', String(nodeTimeoutMs)]);
    member.destroy();
  }
}

/** Three masters that are not yet a cluster. */
interface LooseCluster extends TestRedis {
  /** Gives the master at this place its third of the keys. */
  give(at: number): Promise<unknown>;
  /** Gives the second and third theirs, and makes them all one cluster. */
  unite(): Promise<void>;
}

/** Starts three masters that have no keys yet and do not know of each other. */
export async function startLooseCluster(t: Ending, tls?: CertificateFiles): Promise<LooseCluster> {
  // Each has a second port for the cluster's bus.
  const ports = [await ownPort(10_000), await ownPort(10_000), await ownPort(10_000)];
  const servers = await startServers(t, ports, tls === undefined ? clusterOptions : tlsOptions(tls));
  const clients = await Promise.all(servers.url.split(',').map((url) => createClient({ url }).connect()));
  const slots = [
    ['0', '5460'],
    ['5461', '10922'],
    ['10923', '16383'],
  ];
  const give = (at: number): Promise<unknown> => clients[at]!.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', ...slots[at]!]);
  const unite = async (): Promise<void> => {
    await Promise.all([give(1), give(2)]);
    await meet(clients, String(ports[0]), async () => {
      const states = await Promise.all(clients.map((client) => client.sendCommand(['CLUSTER', 'INFO'])));
      return states.every((state) => String(state).includes('cluster_state:ok'));
    });
    for (const client of clients) client.destroy();
  };
  return { ...servers, give, unite };
}

interface Meeting {
  sendCommand(words: string[]): Promise<unknown>;
}

/** Brings the servers of `clients` together with the one at `port`, until `areTogether`. */
async function meet(clients: readonly Meeting[], port: string, areTogether: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await areTogether()); tries++) {
    // Servers that hang for their time-out forget a meeting: order it again.
    if (tries % 100 === 0)
      await Promise.all(clients.map((client) => client.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', port])));
    await sleep(20);
  }
}

const clusterOptions = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'];

function tlsOptions({ keyFile, certificateFile }: CertificateFiles): string[] {
  const files = ['--tls-key-file', keyFile, '--tls-cert-file', certificateFile, '--tls-ca-cert-file', certificateFile];
  return [...clusterOptions, ...files, '--tls-auth-clients', 'no', '--tls-cluster', 'yes', '--tls-replication', 'yes'];
}

async function startServers(t: Ending, ports: readonly number[], options: readonly string[] = []): Promise<TestRedis> {
  const dir = testFolder(t);
  const urlOf = (port: number): string => `${options.some(isTls) ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  let children: ChildProcess[] = [];
  const start = async (): Promise<void> => {
    children = ports.map((port) => startOne(port, dir, options));
    await Promise.all(ports.map((port, at) => answers(urlOf(port), children[at]!)));
  };
  const end = async (): Promise<void> => {
    await Promise.all(children.map((child) => ended(child)));
    children = [];
  };
  t.teardown(end);
  await start();
  return {
    url: ports.map(urlOf).join(','),
    options,
    freeze: (at) => (at === undefined ? children : [children[at]!]).forEach(({ pid }) => freeze(pid!)),
    thaw: () => children.forEach((child) => child.kill('SIGCONT')),
    end,
    start,
  };
}

function startOne(port: number, dir: string, options: readonly string[]): ChildProcess {
  const door = options.some(isTls) ? ['--port', '0', '--tls-port'] : ['--port'];
  const settings = [...door, String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // A master waits five seconds for further replicas before it serves the first.
  const replicas = ['--repl-diskless-sync-delay', '0'];
  const files = ['--dir', dir, '--dbfilename', `${port}.rdb`];
  const nodes = options.length > 0 ? ['--cluster-config-file', `${port}.conf`] : [];
  const child = spawn('redis-server', [...settings, ...replicas, ...files, ...options, ...nodes], { stdio: 'ignore' });
  endWithUs(child);
  return child;
}

function isTls(option: string): boolean {
  return option.startsWith('--tls-');
}

/** Waits until `child` answers at `url`, checked by process id, as another server might have taken the port. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const client = onceClient(url);
    try {
      await client.connect();
      return (await client.info('server')).includes(`process_id:${child.pid}\r`);
    } catch {
      return false;
    } finally {
      if (client.isOpen) client.destroy();
    }
  };
  const isUp = await until(async () => hasEnded(child) || (await isThere()));
  if (!isUp || hasEnded(child)) throw new Error(`redis-server does not answer at ${url}`);
}

/** A client that does not reconnect when its server is gone, which would keep the process alive. */
export function onceClient(url: string) {
  return createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => undefined);
}
