/** A configuration of a test, read as a host's own is. */
import { loadConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/schema.ts';

/** The configuration of `settings` over the least that a host must state, with these built-in bidders. Throws its faults. */
export function testConfig(settings: object, knownAdapters: Iterable<string> = []): Config {
  const text = JSON.stringify({ privacy: { gdpr: { defaultScope: false } }, ...settings });
  const file = { name: 'test', text };
  const loaded = loadConfig({ file, env: {}, flags: {}, knownAdapters: new Set(knownAdapters) });
  if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
  return loaded.config;
}
