/** Loads the configuration of the host that the fixtures are for. */
import { loadConfig } from '../src/config/load.ts';
import type { Config } from '../src/config/schema.ts';
import { loadBidders } from '../src/load-bidders.ts';
import { fixtureSettings } from './fixture-file.ts';

/** The configuration of the fixtures' host; throws its faults. `scratch` is a folder for what the service writes. */
export async function fixtureConfig(scratch: string): Promise<Config> {
  const knownAdapters = new Set((await loadBidders()).known.keys());
  const file = { name: 'bench/fixtures/service.json', text: fixtureSettings(scratch) };
  const loaded = loadConfig({ file, env: {}, flags: {}, knownAdapters });
  if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
  return loaded.config;
}
