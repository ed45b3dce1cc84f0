/** Starts the two hops where the configuration wants them: in the pool, on this thread, or on both as the load has it (interface, `workers`). */
import { createHops } from '../../workers/hops.ts';
import type { HopSetup, PoolSetup } from '../../workers/parts.ts';
import { releasing } from '../../workers/release.ts';
import { adaptiveHops } from '../auction/hops/adaptive-hops.ts';
import { inlineHops, poolHops, type Hops } from '../auction/pool.ts';
import type { Config } from '../config/schema.ts';
import { chooseSizes } from '../config/sizes.ts';
import { neededFiles, type LoadedBidders } from '../load-bidders.ts';
import type { LoadedPlugins } from '../load-plugins.ts';
import { thisMachine } from '../machine.ts';
import type { Log } from '../observe/log.ts';

const halted =
  'a thread stood still for half a minute, and all of the pool are ended for it: auctions on them are lost; a bidder definition or a plugin that never ends is the likely cause';

/** What the hops are told of the process: how the server names itself, the environment of threads, and who is told of one that stands still. */
export interface HopSurroundings {
  readonly log: Pick<Log, 'error'>;
  readonly server: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/** What the hops run beside the service's own code. */
export interface ForeignCode {
  readonly bidders: LoadedBidders;
  readonly plugins: LoadedPlugins;
}

/** The hops, not yet ready. */
export function startHops(config: Config, code: ForeignCode, { server, env, log }: HopSurroundings): Hops {
  const { bidders, plugins } = code;
  const setup = { config, server };
  const machine = thisMachine();
  const threads = chooseSizes(machine, config).workers;
  if (threads === 0) return hopsHere(setup, code);
  const knownCodes = [...bidders.known.keys()];
  const bidderFiles = neededFiles(bidders, config.bidders);
  const poolSetup: PoolSetup = { ...setup, bidderFiles, pluginFiles: plugins.files, knownCodes };
  const filename = new URL('../../workers/index.ts', import.meta.url).href;
  const { queueLimit } = config.auction;
  const onHalt = (): void => log.error({ threads }, halted);
  const hasTimers = plugins.files.size > 0;
  const pool = poolHops({ filename, threads, queueLimit, setup: poolSetup, hasTimers, env, onHalt });
  return config.workers === 'auto' ? adaptiveHops(hopsHere(setup, code), pool, machine.cores) : pool;
}

function hopsHere(setup: HopSetup, { bidders, plugins }: ForeignCode): Hops {
  const functions = createHops({ ...setup, keepsContext: true }, bidders.definitions, { plugins: plugins.code });
  return inlineHops(releasing(functions));
}
