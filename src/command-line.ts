/** The command line and the composition root: the only constructor of I/O (house, 'Folders'; interface, 'Commands'). */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAdmin } from './admin.ts';
import { ownMember } from './cluster/member.ts';
import { Channel } from './cluster/channel.ts';
import { runWorker } from './cluster/worker.ts';
import type { StartOrder } from './cluster/protocol.ts';
import { Cluster, type ClusterParts } from './cluster.ts';
import { readConfigFile, type ConfigFile } from './config-file.ts';
import { configReference } from './config/docs.ts';
import { parseFlags, type CommandLine } from './config/flags.ts';
import { helpText } from './config/help.ts';
import type { Config } from './config/schema.ts';
import { chooseSizes, sizeDoubts } from './config/sizes.ts';
import { endWhenLost } from './lost-output.ts';
import { thisMachine } from './machine.ts';
import { createLog } from './observe/log.ts';
import { faultsOf } from './error-text.ts';
import { obeySignals } from './obey-signals.ts';
import { announceSandbox, hasSandbox, startSandbox, type Sandbox } from './sandbox.ts';
import { allDoubts, readConfig, soundConfig, startService, type ProcessParts } from './start-service.ts';

const packageFile = join(import.meta.dirname, '../package.json');

/** A reload (SIGHUP) that was asked for before the service could hear of one. */
interface EarlyReload {
  readonly isAsked: () => boolean;
  /** Lets the signal do what it does to any process; one that has come already does it now. */
  readonly unhear: () => void;
}

/** What the process was started with. */
export interface Command {
  readonly args: readonly string[];
  readonly env: ProcessParts['env'];
  readonly earlyReload: EarlyReload;
}

/** Does what the command line says; resolves once the service runs. Never rejects for what a host can mend: that is told. */
export async function runCommand({ args, env, earlyReload }: Command): Promise<void> {
  const read = parseFlags(args);
  if ('faults' in read) {
    fail([...read.faults, ...(await fileFaults(read.commandLine, env))]);
    return leave();
  }
  const { help, settings, version: asksVersion, check, configFile, flags } = read.commandLine;
  if (help) return print(helpText);
  if (settings) return print(configReference());
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  if (asksVersion) return print(`${version}\n`);
  const parts = { env, flags, version, channel: new Channel() };
  if (check) {
    await checkConfig(configFile, parts);
    return leave();
  }
  if (cluster.isWorker) return runWorker((order) => startService(order, parts));
  await begin(configFile, parts, earlyReload);
}

/** Tells what hinders a start with the file of that name, or else what of it is hardly meant. Opens nothing that it names. */
async function checkConfig(configFile: string | undefined, parts: ProcessParts): Promise<void> {
  if (configFile === undefined) return fail(['--check needs a configuration to check: --config service.yaml --check']);
  const sound = await soundFile(configFile, parts);
  if ('faults' in sound) return fail(sound.faults);
  show(allDoubts(sound));
  // A full disk under the log keeps no service from its start.
  process.stdout.on('error', () => undefined);
  process.stdout.write(`gavel: ${configFile} is sound\n`);
}

/** Ends the process: the timers of plugins, which a check reads, would keep it. */
function leave(): never {
  process.exit();
}

async function soundFile(name: string, parts: Pick<ProcessParts, 'env' | 'flags'>): ReturnType<typeof soundConfig> {
  const read = readConfigFile(name);
  return 'faults' in read ? read : soundConfig(read.file, parts);
}

/** What is wrong with the file that a wrong command line names: a host mends both in one go. */
async function fileFaults({ configFile, flags }: CommandLine, env: ProcessParts['env']): Promise<readonly string[]> {
  const sound = configFile === undefined ? undefined : await soundFile(configFile, { env, flags });
  return sound !== undefined && 'faults' in sound ? sound.faults : [];
}

/** What runs, and where it comes from. */
interface Run {
  readonly parts: ProcessParts;
  readonly file: ConfigFile;
  readonly readFile: ClusterParts['readFile'];
  /** Set without a configuration file. */
  readonly sandbox: Sandbox | undefined;
  readonly earlyReload: EarlyReload;
}

async function begin(configFile: string | undefined, parts: ProcessParts, earlyReload: EarlyReload): Promise<void> {
  if (configFile === undefined && !hasSandbox())
    return fail([
      '--config is missing, and the sandbox is not part of this installation: name your file, --config FILE',
    ]);
  // A sandbox ends with its terminal.
  if (configFile === undefined) earlyReload.unhear();
  const sandbox = configFile === undefined ? await startSandbox().catch(faultsOf) : undefined;
  if (sandbox !== undefined && !('file' in sandbox)) return fail(sandbox);
  const readFile = (): ReturnType<Run['readFile']> => sandbox ?? readConfigFile(configFile ?? '');
  const read = readFile();
  if ('faults' in read) return fail(read.faults);
  const loaded = await readConfig(read.file, parts);
  if ('faults' in loaded) {
    await sandbox?.stop();
    return fail(loaded.faults);
  }
  await run(loaded.config, { parts, file: read.file, readFile, sandbox, earlyReload });
}

/** Runs the service until it is told to end. */
async function run(config: Config, { parts, file, readFile, sandbox, earlyReload }: Run): Promise<void> {
  const log = createLog(config.log.level);
  log.info({ version: parts.version }, 'starting');
  const machine = thisMachine();
  const sizes = chooseSizes(machine, config);
  for (const doubt of sizeDoubts(sizes, machine)) log.warn(doubt);
  const giveUp = (faults: readonly string[]): void => {
    running.kill();
    fail(faults);
    void Promise.resolve(sandbox?.stop()).finally(() => process.exit(1));
  };
  const running = new Cluster(file, { log, readFile, showFaults: show, onBroken: giveUp });
  const reload = obeySignals(running, log, sandbox);
  if (earlyReload.isAsked()) reload();
  try {
    const admin = await openAdmin(config.admin, parts.channel, log).catch(faultsOf);
    if (!('port' in admin)) return giveUp(await allFaults(file, parts, admin));
    const { processes } = sizes;
    const order = { file, held: null, tellsDoubts: sandbox === undefined };
    const started = processes === 1 ? await startAlone(running, order, parts) : await running.start();
    if (running.isEnding) return;
    if ('faults' in started) return giveUp(started.faults);
    const { host, port } = started;
    log.info({ host, port, adminPort: admin.port, processes }, 'listening');
    if (sandbox !== undefined) await announceSandbox(log, config.namespace, port);
  } catch (error) {
    giveUp(faultsOf(error));
  }
}

/** The `known` faults of a start with all that hinder it beside them: a host mends them in one go. */
async function allFaults(file: ConfigFile, parts: ProcessParts, known: readonly string[]): Promise<readonly string[]> {
  const result = await startService({ file, held: null, tellsDoubts: false }, parts, known);
  return 'faults' in result ? result.faults : known;
}

/** One process needs no primary: it serves itself, until a restart leaves that to a worker. */
async function startAlone(running: Cluster, order: StartOrder, parts: ProcessParts) {
  const started = await startService(order, parts);
  if ('faults' in started) return started;
  running.adopt(ownMember(order.file, started.listening, started.service), started.listening);
  return started.listening;
}

function print(text: string): void {
  endWhenLost('gavel');
  process.stdout.write(text);
}

function show(faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`gavel: ${fault}\n`);
}

function fail(faults: readonly string[]): void {
  show(faults);
  process.exitCode = 1;
}
