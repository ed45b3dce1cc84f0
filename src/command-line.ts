/** The command line: decides what this process does (interface, 'Commands'). */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Channel } from './cluster/channel.ts';
import { runWorker } from './cluster/worker.ts';
import { readConfigFile } from './config-file.ts';
import { configReference } from './config/docs.ts';
import { parseFlags, type CommandLine } from './config/flags.ts';
import { helpText } from './config/help.ts';
import { fail, print, show } from './command-output.ts';
import { faultsOf } from './error-text.ts';
import { findFreePort, type ListenAddress } from './http/free-port.ts';
import type { OnHangup } from './obey-signals.ts';
import { hasSandbox, startSandbox } from './sandbox.ts';
import { runProcesses, type Run } from './start/run-processes.ts';
import { readConfig, soundConfig } from './start/sound-config.ts';
import { allDoubts, serveFromFile, type ProcessParts } from './serve-from-file.ts';

const packageFile = join(import.meta.dirname, '../package.json');

/** What the process was started with. */
export interface Command {
  readonly args: readonly string[];
  readonly env: ProcessParts['env'];
  readonly onHangup: OnHangup;
}

/** Runs the command line; resolves once the service runs. Faults that a host can fix are printed, never thrown. */
export async function runCommand({ args, env, onHangup }: Command): Promise<void> {
  const { commandLine, faults } = parseFlags(args);
  if (faults.length > 0) {
    fail([...faults, ...(await fileFaults(commandLine, env))]);
    return leave();
  }
  const { help, settings, version: asksVersion, check, configFile, flags } = commandLine;
  if (help) return print(helpText);
  if (settings) return print(configReference());
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  if (asksVersion) return print(`${version}\n`);
  const parts = { env, flags, version, channel: new Channel() };
  if (check) {
    await checkConfig(configFile, parts);
    return leave();
  }
  if (cluster.isWorker) return runWorker((order) => serveFromFile(order, parts));
  await begin(configFile, parts, onHangup);
}

/** Prints the faults of the file with that name, or else its doubts. Opens nothing that the file names. */
async function checkConfig(configFile: string | undefined, parts: ProcessParts): Promise<void> {
  if (configFile === undefined) return fail(['--check needs a configuration to check: --config service.yaml --check']);
  const sound = await soundFile(configFile, parts);
  if ('faults' in sound) return fail(sound.faults);
  show(allDoubts(sound));
  // A full disk behind standard output is no fault of the configuration.
  process.stdout.on('error', () => undefined);
  process.stdout.write(`gavel: ${configFile} is valid\n`);
}

/** Ends the process: timers of plugins, which have been loaded to be checked, would keep it alive. */
function leave(): never {
  process.exit();
}

async function soundFile(name: string, parts: Pick<ProcessParts, 'env' | 'flags'>): ReturnType<typeof soundConfig> {
  const read = readConfigFile(name);
  return 'faults' in read ? read : soundConfig(read.file, parts);
}

/** The faults of the file that a faulty command line names, so that a host can fix both at once. */
async function fileFaults({ configFile, flags }: CommandLine, env: ProcessParts['env']): Promise<readonly string[]> {
  const sound = configFile === undefined ? undefined : await soundFile(configFile, { env, flags });
  return sound !== undefined && 'faults' in sound ? sound.faults : [];
}

async function begin(configFile: string | undefined, parts: ProcessParts, onHangup: OnHangup): Promise<void> {
  if (configFile === undefined && !hasSandbox())
    return fail([
      '--config is missing, and this installation does not include the sandbox: name your file, --config FILE',
    ]);
  // A sandbox ends with its terminal.
  if (configFile === undefined) onHangup(endByHangup);
  const sandbox = configFile === undefined ? await startSandbox().catch(faultsOf) : undefined;
  if (sandbox !== undefined && !('file' in sandbox)) return fail(sandbox);
  const readFile = (): ReturnType<Run['readFile']> => sandbox ?? readConfigFile(configFile ?? '');
  const read = readFile();
  if ('faults' in read) return fail(read.faults);
  const loaded = await readConfig(read.file, parts);
  if ('faults' in loaded) {
    await sandbox?.stop();
    fail([...loaded.faults, ...(await takenPort(loaded.rest))]);
    return leave();
  }
  await runProcesses(loaded.config, { parts, file: read.file, readFile, sandbox, onHangup });
}

/** Ends this process by SIGHUP, as if it had no listener for it. */
function endByHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Why the port of what is sound of a faulty configuration cannot be listened on, so that a host can fix all at once. */
async function takenPort(rest: ListenAddress | undefined): Promise<readonly string[]> {
  return rest === undefined ? [] : findFreePort(rest).then(() => [], faultsOf);
}
