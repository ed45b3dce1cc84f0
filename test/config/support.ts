/** Shared by tests of the configuration: loading with minimal sources, and reading faults. */
import type { Test } from 'tap';
import { loadConfig, type LoadedConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/schema.ts';

/** The built-in bidders of these tests. */
export const knownAdapters: ReadonlySet<string> = new Set(['appnexus', 'rubicon']);

/** The required settings. */
export const stated = 'privacy: {gdpr: {defaultScope: true}}\n';

interface Sources {
  readonly yaml?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
}

/** Loads from these sources; the file is named service.yaml. */
export function load({ yaml = stated, env = {}, flags = {} }: Sources): LoadedConfig {
  return loadConfig({ file: { name: 'service.yaml', text: yaml }, env, flags, knownAdapters });
}

/** The configuration of valid sources. */
export function configOf(sources: Sources): Config {
  const loaded = load(sources);
  if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
  return loaded.config;
}

/** The faults of sources, none when they are valid. */
export function faultsOf(sources: Sources): readonly string[] {
  const loaded = load(sources);
  return 'faults' in loaded ? loaded.faults : [];
}

/** A value without prototypes, for strict comparison. */
export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Checks that each file has its fault and no other. */
export function checkFaults(t: Test, rows: readonly (readonly [yaml: string, fault: string])[]): void {
  for (const [yaml, fault] of rows) {
    const faults = faultsOf({ yaml: stated + yaml });
    t.equal(faults.length, 1, `${yaml}: ${faults.join('; ')}`);
    t.equal(faults[0]?.slice(0, fault.length), fault, yaml);
  }
}
