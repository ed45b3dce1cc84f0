/** Starts the two hops as configured: in the pool, on this thread, or on both depending on the load (interface, `workers`). */
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

const haltMessage =
  'a thread was blocked for half a minute, so all threads of the pool are stopped and their auctions are lost; the likely cause is an endless loop in a bidder definition or a plugin';

/** What the hops need from the process: the server's name, the threads' environment, and the log for hanging threads. */
export interface HopSurroundings {
  readonly log: Pick<Log, 'error'>;
  readonly server: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/** Code that the hops run besides the service's own. */
export interface ForeignCode {
  readonly bidders: LoadedBidders;
  readonly plugins: LoadedPlugins;
}

/** Starts the hops; they are not ready yet. */
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
  const onHalt = (): void => log.error({ threads }, haltMessage);
  const hasTimers = plugins.files.size > 0;
  const pool = poolHops({ filename, threads, queueLimit, setup: poolSetup, hasTimers, env, onHalt });
  return config.workers === 'auto' ? adaptiveHops(hopsHere(setup, code), pool, machine.cores) : pool;
}

function hopsHere(setup: HopSetup, { bidders, plugins }: ForeignCode): Hops {
  const functions = createHops({ ...setup, keepsContext: true }, bidders.definitions, { plugins: plugins.code });
  return inlineHops(releasing(functions));
}
