/** Reads a configuration and judges, without opening anything, whether a service can run with it (interface, 'Commands'). */
import type { ConfigFile } from '../config-file.ts';
import { loadConfig, type LoadedConfig, type Placing } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { faultsOf } from '../error-text.ts';
import type { DefaultRequestJudgement } from '../judge/default-request.ts';
import { loadBidders, type LoadedBidders } from '../load-bidders.ts';
import { loadPlugins } from '../load-plugins.ts';

/** What overrides a configuration file. */
export interface Overrides {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings from the command line, by dotted path. */
  readonly flags: Readonly<Record<string, string>>;
}

/**
 * The configuration of `file` with the environment and flags applied, or its faults: those of the settings, of a bidder's definition, and
 * of the remaining settings, default request and plugins that could not work. Never rejects.
 */
export async function readConfig(file: ConfigFile, { env, flags }: Overrides): Promise<LoadedConfig> {
  try {
    const bidders = await loadBidders();
    const loaded = loadConfig({ file, env, flags, knownAdapters: new Set(bidders.known.keys()) });
    if ('config' in loaded || loaded.rest === undefined) return loaded;
    const { faults, rest, placed = String } = loaded;
    const ofRest = await judge(rest, bidders);
    return { faults: [...faults, ...ofRest.faults.map((one) => placed(one))], rest };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/** A configuration that can work, and the bidder definitions. */
export interface SoundConfig {
  readonly config: Config;
  /** Adds to a sentence the place in the file of the setting that it begins with. */
  readonly placed: Placing;
  readonly bidders: LoadedBidders;
  /** Doubts about its default request. */
  readonly defaultDoubts: readonly string[];
}

/** The configuration of `file`, or all reasons why it cannot work. Opens nothing; never rejects. */
export async function soundConfig(
  file: ConfigFile,
  parts: Overrides,
): Promise<SoundConfig | { readonly faults: readonly string[] }> {
  const loaded = await readConfig(file, parts);
  if ('faults' in loaded) return loaded;
  const bidders = await loadBidders();
  const { config, placed } = loaded;
  const { faults, doubts } = await judge(config, bidders);
  return faults.length > 0 ? { faults: faults.map(placed) } : { config, placed, bidders, defaultDoubts: doubts };
}

/** What is wrong with settings beyond their form, with the default request, and with the plugins; and doubts about the default request. */
async function judge(config: Config, bidders: LoadedBidders): Promise<DefaultRequestJudgement> {
  // Loaded lazily, so that --help answers at once.
  const { startFaults } = await import('./faults.ts');
  const { faults, doubts } = await judgeDefault(config, bidders);
  return { faults: [...startFaults(config, bidders), ...faults, ...(await pluginFaults(config))], doubts };
}

async function pluginFaults({ plugins }: Config): Promise<readonly string[]> {
  return loadPlugins(plugins).then(() => [], faultsOf);
}

/** Judges the default request; a host without one does not load the judge. */
async function judgeDefault(config: Config, bidders: LoadedBidders): Promise<DefaultRequestJudgement> {
  if (config.defaultRequest === '') return { faults: [], doubts: [] };
  const { judgeDefaultRequest } = await import('../judge/default-request.ts');
  return judgeDefaultRequest(config, bidders);
}
