/** What the two hops of one thread share. */
import type { Adapter } from '../src/adapter/contract.ts';
import type { Registry } from '../src/adapter/registry.ts';
import type { Config } from '../src/config/schema.ts';

/** What both hops are set up with. `server` is this server's entry of the version header. */
export interface HopSetup {
  readonly config: Config;
  readonly server: string;
}

/** What both hops share within one thread. */
export interface HopParts extends HopSetup {
  readonly registry: Registry;
  readonly adapters: ReadonlyMap<string, Adapter>;
}
