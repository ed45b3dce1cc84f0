/**
 * The command line and the composition root: the only reader of the environment, the only constructor of I/O
 * (house, 'Folders'; interface, 'Commands').
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningFarm } from '../bench/farm/start.ts';
import { Channel } from './cluster-messages.ts';
import { configReference } from './config/docs.ts';
import { parseFlags, type CommandLine } from './config/flags.ts';
import { helpText } from './config/help.ts';
import { loadConfig, type ConfigInput } from './config/load.ts';
import type { Config } from './config/schema.ts';
import type { AdminServer } from './http/admin-server.ts';
import { createLog, type Log } from './observe/log.ts';
import type { Service } from './serve.ts';

const root = join(import.meta.dirname, '..');

await main();

async function main(): Promise<void> {
  const read = parseFlags(process.argv.slice(2));
  if ('faults' in read) return fail(read.faults);
  const { commandLine } = read;
  if (commandLine.help) return void process.stdout.write(helpText());
  if (commandLine.settings) return void process.stdout.write(configReference());
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  if (commandLine.version) return void process.stdout.write(`${version}\n`);
  const farm = commandLine.configFile === undefined ? await startSandboxFarm() : undefined;
  const loaded = await load(commandLine, farm);
  if ('faults' in loaded) {
    await farm?.stop();
    return fail(loaded.faults);
  }
  await run(loaded.config, version, farm);
}

async function run(config: Config, version: string, farm: RunningFarm | undefined): Promise<void> {
  const log = createLog(config.log.level);
  // Only a service that starts loads all its parts: --help and a wrong setting answer at once.
  const { serve } = await import('./serve.ts');
  try {
    const service = await serve(config, {
      log,
      version,
      revision: revision(),
      env: process.env,
      channel: new Channel(),
    });
    const admin = await openAdmin(config, service, log);
    const listening = { host: config.host, port: service.port, adminPort: admin.port, pid: process.pid };
    log.info(listening, 'listening');
    if (farm !== undefined) await announceSandbox(log, config, service.port);
    endOnSignals(service, { log, drainDelayMs: farm === undefined ? config.drainDelayMs : 0, farm, admin });
  } catch (error) {
    await farm?.stop();
    fail([error instanceof Error ? error.message : String(error)]);
  }
}

/** The admin port of this process; a service without it does not start. */
async function openAdmin({ admin }: Config, service: Service, log: Log): Promise<AdminServer> {
  const [{ startAdmin }, { adminRoutes }] = await Promise.all([
    import('./http/admin-server.ts'),
    import('./http/admin-routes.ts'),
  ]);
  const onBug = (error: unknown): void => log.error({ err: error }, 'bug');
  try {
    return await startAdmin({ ...admin, onBug }, adminRoutes(service.admin));
  } catch (error) {
    await service.drain({ delayMs: 0, isLast: true });
    throw error;
  }
}

async function load({ configFile, flags }: CommandLine, farm: RunningFarm | undefined) {
  const { loadBidders } = await import('./load-bidders.ts');
  const knownAdapters = new Set((await loadBidders()).known.keys());
  const read = configFile === undefined ? { file: sandboxFile(farm?.endpoints ?? {}) } : readFile(configFile);
  return 'faults' in read ? read : loadConfig({ ...read, env: process.env, flags, knownAdapters });
}

function readFile(name: string): Pick<ConfigInput, 'file'> | { faults: string[] } {
  try {
    return { file: { name, text: readFileSync(name, 'utf8') } };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { faults: [`--config ${name} cannot be read (${code}): name an existing YAML file`] };
  }
}

/** The sandbox's configuration: this machine only, the farm's bidders. */
function sandboxFile(endpoints: Readonly<Record<string, string>>): { name: string; text: string } {
  const bidders = Object.fromEntries(Object.entries(endpoints).map(([code, endpoint]) => [code, { endpoint }]));
  const settings = { host: '127.0.0.1', bidders, privacy: { gdpr: { defaultScope: false } } };
  return { name: 'the sandbox', text: JSON.stringify(settings) };
}

/** The farm belongs to the benchmarks: only a sandbox loads it. */
async function startSandboxFarm(): Promise<RunningFarm> {
  const [{ startFarm }, { sandboxBidders }] = await Promise.all([
    import('../bench/farm/start.ts'),
    import('../bench/farm/sandbox.ts'),
  ]);
  return startFarm(sandboxBidders);
}

async function announceSandbox(log: Log, { namespace }: Config, port: number): Promise<void> {
  const { sandboxBidders, sandboxRequest } = await import('../bench/farm/sandbox.ts');
  log.info(
    `sandbox: ${sandboxBidders.length} simulated bidders on this machine; --config FILE runs your own, --help says more`,
  );
  const body = JSON.stringify(sandboxRequest(namespace));
  process.stdout.write(`\nTry an auction:\n\ncurl -s http://127.0.0.1:${port}/openrtb2/auction -d '${body}'\n\n`);
}

interface Ending {
  readonly log: Log;
  readonly drainDelayMs: number;
  readonly farm: RunningFarm | undefined;
  readonly admin: AdminServer;
}

/** The first signal drains and ends with status 0; a second one ends at once. */
function endOnSignals(service: Service, { log, drainDelayMs, farm, admin }: Ending): void {
  let isEnding = false;
  const end = async (signal: string): Promise<void> => {
    if (isEnding) process.exit(1);
    isEnding = true;
    log.info({ signal }, 'draining');
    await service.drain({ delayMs: drainDelayMs, isLast: true });
    await admin.close();
    await farm?.stop();
    log.info('ended');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}

/** The commit that runs, '' when it is not known. */
function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}

function fail(faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`gavel: ${fault}\n`);
  process.exitCode = 1;
}
