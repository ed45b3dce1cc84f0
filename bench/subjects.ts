/**
 * The processes of a benchmark: the service (of this checkout or another one), the floor, and the load generator that drives them.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endChild, whenReady } from './farm/child.ts';
import type { RunningFarm } from './farm/start.ts';
import type { LoadReport } from './load/main.ts';
import { askDelays, type LoopDelays } from './loop-delay.ts';
import type { RequestShape } from './requests.ts';
import { outputOf, startProcess, type ProcessPlace } from './start-process.ts';

/** A server under test. */
export interface Subject {
  readonly name: string;
  readonly pid: number;
  /** Its auction endpoint. */
  readonly url: string;
  /** The event loop's delays since the last call. */
  loopDelays(): Promise<LoopDelays>;
  stop(): Promise<void>;
}

const bench = import.meta.dirname;
const root = join(bench, '..');
const answerLimitMs = 10_000;

/** The process and port of a service whose log line says that it is listening; a floor's line has no process. */
export function listening(line: string): { readonly pid: number; readonly port: number } | undefined {
  if (!line.startsWith('{')) return undefined;
  const { msg, pid, port } = JSON.parse(line) as { msg?: string; pid: number; port: number };
  return msg === 'listening' ? { pid, port } : undefined;
}

async function askLoopDelays(child: ChildProcess): Promise<LoopDelays> {
  child.send(askDelays);
  const [delays] = (await once(child, 'message', { signal: AbortSignal.timeout(answerLimitMs) })) as [LoopDelays];
  return delays;
}

async function startSubject(name: string, args: readonly string[], place: ProcessPlace): Promise<Subject> {
  const preload = ['--import', pathToFileURL(join(bench, 'loop-delay.ts')).href];
  const child = startProcess([...preload, ...args], { ...place, hasChannel: true });
  const { port } = await whenReady(child, name, listening);
  const url = `http://127.0.0.1:${port}/openrtb2/auction`;
  const loopDelays = (): Promise<LoopDelays> => askLoopDelays(child);
  return { name, pid: child.pid!, url, loopDelays, stop: () => endChild(child) };
}

/** How to start a service: `dir` is a checkout (default: this one), `settings` are `path=value` overrides, `caFile` has certificates. */
export interface ServiceSettings {
  readonly name: string;
  readonly configFile: string;
  readonly settings: readonly string[];
  readonly dir?: string;
  readonly caFile?: string;
}

/** Starts a service on a free port; rejects with its last log lines if it does not come up. */
export function startService({
  name,
  configFile,
  settings,
  dir = root,
  caFile = '',
}: ServiceSettings): Promise<Subject> {
  const overrides = settings.flatMap((setting) => ['--set', setting]);
  // As `npm start` does.
  const args = [
    '--max-semi-space-size=64',
    join(dir, 'src/main.ts'),
    '--config',
    configFile,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    ...overrides,
  ];
  return startSubject(name, args, { cwd: dir, caFile });
}

/** Where bidders are: addresses by code, and the certificates to trust over https. */
export type BidderPlaces = Pick<RunningFarm, 'endpoints' | 'caFile'>;

/** Starts the floor for requests of one shape, with answers of `answerBytes` bytes. */
export function startFloor(places: BidderPlaces, shape: RequestShape, answerBytes: number): Promise<Subject> {
  const { endpoints, caFile } = places;
  const given = ['--endpoints', JSON.stringify(endpoints), '--shape', JSON.stringify(shape)];
  const args = [join(bench, 'floor.ts'), ...given, '--answer-bytes', String(answerBytes)];
  return startSubject('floor', args, { cwd: root, caFile });
}

/** Writes the configuration of a service with these bidders, which keeps its data below `dir`, and returns its file (JSON is YAML). */
export function writeConfig(dir: string, endpoints: Readonly<Record<string, string>>): string {
  const bidders = Object.fromEntries(Object.entries(endpoints).map(([code, endpoint]) => [code, { endpoint }]));
  const config = {
    bidders,
    privacy: { gdpr: { defaultScope: false } },
    trustedProxies: ['loopback', 'private'],
    stored: { source: 'files', dir: join(dir, 'stored') },
    cache: { store: 'embedded', path: join(dir, 'cache') },
    admin: { host: '127.0.0.1', port: 0 },
  };
  const file = join(dir, 'service.yaml');
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}

/** Runs the load generator with `args` (see load/main.ts) and returns its report; rejects if it fails. */
export async function runLoad(url: string, bodiesFile: string, args: readonly string[]): Promise<LoadReport> {
  const child = startProcess([join(bench, 'load/main.ts'), '--url', url, '--bodies', bodiesFile, ...args]);
  return JSON.parse(await outputOf(child, 'the load generator')) as LoadReport;
}
