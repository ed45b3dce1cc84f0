/** Loads the configuration (interface, 'Configuration') from the file, then the environment, then flags, and finds every fault at once. */
import { memberPath } from '../openrtb/findings.ts';
import { withUrls } from './default-urls.ts';
import { environmentOverrides, applyOverrides, flagOverrides } from './overrides.ts';
import { placed } from './placed.ts';
import { readSettings, report, type SettingFindings } from './read-settings.ts';
import { checkRules } from './rules.ts';
import { configSchema, type Config } from './schema.ts';
import { isFalse, isNull, isUnstated, overlay, treeOf, whereabouts, type Tree } from './tree.ts';
import { readYaml } from './yaml-tree.ts';

/** What a configuration is loaded from. */
export interface ConfigInput {
  /** The text of the YAML file. */
  readonly file: { readonly name: string; readonly text: string };
  /** The environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings by dotted path, as parseFlags returns them. */
  readonly flags: Readonly<Record<string, string>>;
  /** Codes of the built-in bidder definitions. */
  readonly knownAdapters: ReadonlySet<string>;
}

/**
 * The configuration, or all its faults, one sentence each, with the key and the fix. `rest` is a usable remainder: faulty values replaced
 * by defaults, faulty bidders and plugins left out; undefined when it is not worth checking further. `placed` adds to a sentence that
 * begins with a setting where that setting is written.
 */
export type LoadedConfig =
  | { readonly config: Config; readonly placed: Placing }
  | { readonly faults: readonly string[]; readonly rest?: Config | undefined; readonly placed?: Placing };

/** Adds to a sentence where the setting that it begins with is written. */
export type Placing = (sentence: string) => string;

/** The most faults reported at once. */
const maxFaults = 100;

/** The frozen configuration of `input`, with defaults for everything absent. Never throws. */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const findings: SettingFindings = { whole: 'the configuration', faults: [], faulty: new Set() };
  const written = readFile(input, findings);
  if (written === undefined) return { faults: findings.faults };
  const { knownAdapters } = input;
  let tree = written;
  for (const changes of [environmentOverrides(input.env), flagOverrides(input.flags)]) {
    tree = applyOverrides({ schema: configSchema, tree, knownAdapters }, changes, findings);
  }
  if (isFalse(tree, ['privacy', 'gdpr', 'enabled'])) tree = overlay(unscoped, tree);
  const config = withUrls(readSettings(configSchema, tree, findings) as Config, tree);
  checkRules({ config, tree, knownAdapters, findings });
  const placing: Placing = (sentence) => placed(tree, sentence);
  if (findings.faults.length === 0) return { config, placed: placing };
  return { faults: firstOf(findings.faults), rest: restOf(config, tree, findings), placed: placing };
}

/** Settings that decide how the default request is judged, wherever they are set. */
const judging = /^(?:--set |SVC__)?(?:namespace|validation|accounts|bidders)/i;

/** Settings that decide which port is listened on, wherever they are set. */
const listening = /^(?:--set |--|SVC__)?(?:host|port)$/i;

/**
 * The configuration without bidders and plugins that have a fault, and without aliases of such bidders. It has no default request where a
 * fault may change how that is judged, and port 0 where no port is stated or a fault may change it.
 */
function restOf(config: Config, tree: Tree, { faulty }: SettingFindings): Config | undefined {
  if (faulty.size > maxFaults) return undefined;
  const wrong = new Set(faultyMembers('bidders', config.bidders, faulty));
  const isSound = ([code, { aliasOf = '' }]: [string, Config['bidders'][string]]): boolean =>
    !wrong.has(code) && !wrong.has(aliasOf);
  const wrongPlugins = new Set(faultyMembers('plugins', config.plugins, faulty));
  const plugins = Object.entries(config.plugins).filter(([name]) => !wrongPlugins.has(name));
  return {
    ...config,
    port: isUnstated(tree, ['port']) || [...faulty].some((path) => listening.test(path)) ? 0 : config.port,
    bidders: Object.fromEntries(Object.entries(config.bidders).filter(isSound)),
    plugins: Object.fromEntries(plugins),
    defaultRequest: [...faulty].some((path) => judging.test(path)) ? '' : config.defaultRequest,
  };
}

/** The members of `map`, the setting named `whole`, that have a fault. */
function faultyMembers(whole: string, map: object, faulty: ReadonlySet<string>): string[] {
  return Object.keys(map).filter((name) => {
    const place = memberPath(whole, name);
    return [...faulty].some((path) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`));
  });
}

/** With GDPR off its scope need not be stated; an account that enables GDPR then gets the strict default. */
const unscoped = treeOf({ privacy: { gdpr: { defaultScope: true } } });

/** The settings in the file; undefined when it is not YAML. */
function readFile({ file }: ConfigInput, findings: SettingFindings): Tree | undefined {
  const { tree, faults } = readYaml(file.text, (line) => `${file.name} line ${line}`);
  for (const fault of faults) findings.faults.push(fault);
  if (!tree) return undefined;
  if (tree.kind === 'map') return tree;
  if (!isNull(tree)) report(findings, '', `must be a map of settings (key: value)${whereabouts(tree)}`);
  return treeOf({}, tree.origin);
}

/** The first faults, and the number of further ones. */
function firstOf(faults: readonly string[]): readonly string[] {
  if (faults.length <= maxFaults) return faults;
  return [...faults.slice(0, maxFaults), `and ${faults.length - maxFaults} more errors: fix these first`];
}
