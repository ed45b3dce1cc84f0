/** Serves in this process from a configuration file: a worker of the primary, or the only process. */
import { execFileSync } from 'node:child_process';
import type { Channel } from './cluster/channel.ts';
import type { Listening, StartOrder } from './cluster/protocol.ts';
import type { Started } from './cluster/worker.ts';
import { atPort } from './config/default-urls.ts';
import type { Config } from './config/schema.ts';
import { chooseSizes, sizeDoubts } from './config/sizes.ts';
import { findFreePort, type ListenAddress } from './http/free-port.ts';
import { thisMachine } from './machine.ts';
import { createLog } from './observe/log.ts';
import { faultsOf } from './error-text.ts';
import { startDoubts } from './start/doubts.ts';
import { soundConfig, type Overrides, type SoundConfig } from './start/sound-config.ts';

/** The facts about the process. */
export interface ProcessParts extends Overrides {
  readonly version: string;
  readonly channel: Channel;
}

/** Begins to serve, or returns all faults, one sentence each, with those `known` already. Never rejects for a wrong setting. */
export async function serveFromFile(
  { file, held, tellsDoubts }: StartOrder,
  parts: ProcessParts,
  known: readonly string[] = [],
): Promise<Started | { readonly faults: readonly string[] }> {
  const sound = await soundConfig(file, parts);
  // A configuration with faults must not touch the disk.
  if ('faults' in sound) return { faults: [...known, ...sound.faults] };
  const { config } = sound;
  const { env, version, channel } = parts;
  const { longestLeaveMs, serve } = await import('./serve.ts');
  const { port, taken } = await portToShare(config, held);
  try {
    const log = createLog(config.log.level);
    // The primary has already logged doubts about the sizes at its start.
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
    return { service, listening: { host: config.host, port: service.port, ...plan(config, longestLeaveMs(config)) } };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/** The doubts about a sound configuration, including sizes that this machine cannot hold. */
export function allDoubts(sound: SoundConfig): readonly string[] {
  const machine = thisMachine();
  return [...configDoubts(sound), ...sizeDoubts(chooseSizes(machine, sound.config), machine)];
}

function configDoubts({ config, placed, bidders, defaultDoubts }: SoundConfig): readonly string[] {
  return [...startDoubts(config, bidders), ...defaultDoubts].map(placed);
}

/** The parts of the configuration that the primary needs. */
function plan(config: Config, leaveMs: number): Omit<Listening, keyof ListenAddress> {
  const { admin, drainDelayMs: delayMs, log } = config;
  return {
    processes: chooseSizes(thisMachine(), config).processes,
    delayMs,
    leaveMs,
    ofPrimary: { 'admin.host': admin.host, 'admin.port': admin.port, 'log.level': log.level },
  };
}

/** The port that the service already holds, or else a free one; `taken` says why it cannot be bound. Never rejects. */
async function portToShare({ host, port }: ListenAddress, held: ListenAddress | null) {
  if (held !== null && held.host === host && (port === 0 || port === held.port)) return { port: held.port, taken: [] };
  try {
    return { port: await findFreePort({ host, port }), taken: [] };
  } catch (error) {
    return { port, taken: faultsOf(error) };
  }
}

/** The commit that is running; '' when unknown. */
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
