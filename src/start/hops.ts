/** Starts the two hops where the configuration wants them: in the pool, on this thread, or on both as the load has it (interface, `workers`). */
import { createHops } from '../../workers/hops.ts';
import type { HopSetup, PoolSetup } from '../../workers/parts.ts';
import { releasing } from '../../workers/release.ts';
import { adaptiveHops } from '../auction/hops/adaptive-hops.ts';
import { inlineHops, poolHops, type Hops } from '../auction/pool.ts';
import type { Config } from '../config/schema.ts';
import { chooseSizes } from '../config/sizes.ts';
import { neededFiles, type LoadedBidders } from '../load-bidders.ts';
import { thisMachine } from '../machine.ts';
import type { Log } from '../observe/log.ts';

const halted =
  'a thread stood still for half a minute, and all of the pool are ended for it: auctions on them are lost; a bidder definition that never ends is the likely cause';

/** What the hops are told of the process: how the server names itself, the environment of threads, and who is told of one that stands still. */
export interface HopSurroundings {
  readonly log: Pick<Log, 'error'>;
  readonly server: string;
  readonly env: { readonly [name: string]: string | undefined };
}

/** The hops, not yet ready. */
export function startHops(config: Config, bidders: LoadedBidders, { server, env, log }: HopSurroundings): Hops {
  const setup = { config, server };
  const machine = thisMachine();
  const threads = chooseSizes(machine, config).workers;
  if (threads === 0) return hopsHere(setup, bidders);
  const knownCodes = [...bidders.known.keys()];
  const poolSetup: PoolSetup = { ...setup, bidderFiles: neededFiles(bidders, config.bidders), knownCodes };
  const filename = new URL('../../workers/index.ts', import.meta.url).href;
  const { queueLimit } = config.auction;
  const onHalt = (): void => log.error({ threads }, halted);
  const pool = poolHops({ filename, threads, queueLimit, setup: poolSetup, env, onHalt });
  return config.workers === 'auto' ? adaptiveHops(hopsHere(setup, bidders), pool, machine.cores) : pool;
}

function hopsHere(setup: HopSetup, bidders: LoadedBidders): Hops {
  return inlineHops(releasing(createHops({ ...setup, keepsContext: true }, bidders.definitions)));
}
