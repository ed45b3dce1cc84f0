/** Starts the service of one process from a configuration file: in a worker as the primary says, or in a process alone. */
import { execFileSync } from 'node:child_process';
import type { Channel } from './cluster/channel.ts';
import type { Listening, StartOrder } from './cluster/protocol.ts';
import type { ConfigFile } from './config-file.ts';
import type { Started } from './cluster/worker.ts';
import { atPort, loadConfig, type LoadedConfig, type Placing } from './config/load.ts';
import type { Config } from './config/schema.ts';
import { chooseSizes, sizeDoubts } from './config/sizes.ts';
import { findFreePort, type ListenAddress } from './http/free-port.ts';
import type { DefaultRequestJudgement } from './judge/default-request.ts';
import { loadBidders, type LoadedBidders } from './load-bidders.ts';
import { loadPlugins } from './load-plugins.ts';
import { thisMachine } from './machine.ts';
import { createLog } from './observe/log.ts';
import { faultsOf } from './error-text.ts';
import { startDoubts } from './start/doubts.ts';

/** What overrides the file, and what the process is. */
export interface ProcessParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings of the command line, by dotted path. */
  readonly flags: Readonly<Record<string, string>>;
  readonly version: string;
  readonly channel: Channel;
}

/**
 * The configuration of `file` under the environment and the flags, or what is wrong with it or with a bidder's definition, beside what
 * of the rest could not work either. Never rejects.
 */
export async function readConfig(
  file: ConfigFile,
  { env, flags }: Pick<ProcessParts, 'env' | 'flags'>,
): Promise<LoadedConfig> {
  try {
    const bidders = await loadBidders();
    const loaded = loadConfig({ file, env, flags, knownAdapters: new Set(bidders.known.keys()) });
    if ('config' in loaded || loaded.rest === undefined) return loaded;
    const { startFaults } = await import('./start/faults.ts');
    const { faults, rest, placed = String } = loaded;
    return { faults: [...faults, ...startFaults(rest, bidders).map((one) => placed(one))] };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/** A configuration that can work, and the bidders' definitions. */
export interface SoundConfig {
  readonly config: Config;
  /** Adds to a sentence where the setting is written that it begins with. */
  readonly placed: Placing;
  readonly bidders: LoadedBidders;
  /** What of its default request is hardly meant. */
  readonly defaultDoubts: readonly string[];
}

/** The configuration of `file`, or everything that keeps it from working. Opens nothing; never rejects. */
export async function soundConfig(
  file: ConfigFile,
  parts: Pick<ProcessParts, 'env' | 'flags'>,
): Promise<SoundConfig | { readonly faults: readonly string[] }> {
  const loaded = await readConfig(file, parts);
  if ('faults' in loaded) return loaded;
  const bidders = await loadBidders();
  // Only a service that starts loads all its parts: --help answers at once.
  const { startFaults } = await import('./start/faults.ts');
  const { config, placed } = loaded;
  const judged = await judgeDefault(config, bidders);
  const faults = [...startFaults(config, bidders), ...judged.faults, ...(await pluginFaults(config))].map(placed);
  return faults.length > 0 ? { faults } : { config, placed, bidders, defaultDoubts: judged.doubts };
}

async function pluginFaults({ plugins }: Config): Promise<readonly string[]> {
  return loadPlugins(plugins).then(() => [], faultsOf);
}

/** Only a host that has a default request loads what it is judged by. */
async function judgeDefault(config: Config, bidders: LoadedBidders): Promise<DefaultRequestJudgement> {
  if (config.defaultRequest === '') return { faults: [], doubts: [] };
  const { judgeDefaultRequest } = await import('./judge/default-request.ts');
  return judgeDefaultRequest(config, bidders);
}

/**
 * Starts the service; what hinders it is returned, one sentence each, with what is `known` to hinder it already. Never rejects for
 * a wrong setting.
 */
export async function startService(
  { file, held, tellsDoubts }: StartOrder,
  parts: ProcessParts,
  known: readonly string[] = [],
): Promise<Started | { readonly faults: readonly string[] }> {
  const sound = await soundConfig(file, parts);
  // A configuration with faults touches no disk.
  if ('faults' in sound) return { faults: [...known, ...sound.faults] };
  const { config } = sound;
  const { env, version, channel } = parts;
  const { serve } = await import('./serve.ts');
  const { port, taken } = await portToShare(config, held);
  try {
    const log = createLog(config.log.level);
    // The primary has told of the sizes that it began with.
    const doubts = held === null ? configDoubts(sound) : allDoubts(sound);
    if (tellsDoubts) for (const doubt of doubts) log.warn(doubt);
    const service = await serve(atPort(config, port), {
      log,
      version,
      revision: revision(),
      env,
      channel,
      hindrances: [...known, ...taken],
    });
    return { service, listening: { host: config.host, port: service.port, ...plan(config) } };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/** What of a sound configuration is hardly meant, or more than this machine can hold. */
export function allDoubts(sound: SoundConfig): readonly string[] {
  const machine = thisMachine();
  return [...configDoubts(sound), ...sizeDoubts(chooseSizes(machine, sound.config), machine)];
}

function configDoubts({ config, placed, bidders, defaultDoubts }: SoundConfig): readonly string[] {
  return [...startDoubts(config, bidders), ...defaultDoubts].map(placed);
}

/** The longest that a process takes to leave beyond its delay and the longest auction, in milliseconds: `drain` frees all before. */
const farewellMs = 950;

/** What the primary is told of the configuration. */
function plan(config: Config): Omit<Listening, keyof ListenAddress> {
  const { admin, auction, drainDelayMs: delayMs, log } = config;
  return {
    processes: chooseSizes(thisMachine(), config).processes,
    delayMs,
    leaveMs: delayMs + auction.tmaxMaxMs + farewellMs,
    ofPrimary: { 'admin.host': admin.host, 'admin.port': admin.port, 'log.level': log.level },
  };
}

/** The port that the service holds already, or else one that nobody has; `taken` says why it cannot be had. Never rejects. */
async function portToShare({ host, port }: ListenAddress, held: ListenAddress | null) {
  if (held !== null && held.host === host && (port === 0 || port === held.port)) return { port: held.port, taken: [] };
  try {
    return { port: await findFreePort({ host, port }), taken: [] };
  } catch (error) {
    return { port, taken: faultsOf(error) };
  }
}

/** The commit that runs, '' when it is not known. */
function revision(): string {
  try {
    const words = ['rev-parse', '--short', 'HEAD'];
    return execFileSync('git', words, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}
