/** Runs one command of the store tool. Each command loads only what it needs, so that all but `validate` answer quickly. */
import type { BidderDefinition } from '../adapter/define-bidder.ts';
import { loadConfig, type ConfigInput, type LoadedConfig } from '../config/load.ts';
import { faultsOf, reasonOf } from '../error-text.ts';
import { helpText } from './help.ts';
import { readCommand, type StoreCommand } from './read-command.ts';
import type { Faults, ToolParts } from './tool-parts.ts';

/** What the tool needs from its process. */
export interface ToolProcess extends Pick<ToolParts, 'out' | 'tell'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads the file named by `--config`. */
  readonly readConfigFile: (name: string) => Pick<ConfigInput, 'file'> | { readonly faults: readonly string[] };
  readonly loadBidders: () => Promise<{
    readonly definitions: readonly BidderDefinition[];
    readonly known: { keys(): Iterable<string> };
  }>;
}

/** Runs the command in `argv` (without node and script). Resolves with all faults, one sentence each. Never rejects. */
export async function runTool(argv: readonly string[], process: ToolProcess): Promise<Faults> {
  const command = readCommand(argv);
  if ('faults' in command) return command.faults;
  if (command.name === undefined) {
    process.out(helpText.trimEnd());
    return [];
  }
  let setting = 'stored.url';
  try {
    const judges = command.name === 'validate';
    const bidders = judges ? await process.loadBidders().catch(faultsOf) : { definitions: [], known: undefined };
    if (!('known' in bidders)) return bidders;
    const { definitions, known } = bidders;
    const loaded = load(command, process, known === undefined ? new AnyName() : new Set(known.keys()));
    if ('faults' in loaded) return loaded.faults;
    if (loaded.config.stored.source === 'files') setting = 'stored.dir';
    return await run(command, { ...process, config: loaded.config, definitions });
  } catch (error) {
    return [sourceFault(error, setting)];
  }
}

/** The fault of the source that `setting` names. Our own errors say what to do; those of the system only what failed. */
function sourceFault(error: unknown, setting: string): string {
  const reason = reasonOf(error);
  const isOurs = (error as { readonly code?: unknown }).code === undefined && reason.includes(': ');
  return isOurs ? `stored data: ${reason}` : `${setting} cannot be used (${reason}): correct it, or fix what it names`;
}

/** A set that contains every name. It stands in for the known bidders, which take a second to load, where a command does not need them. */
class AnyName extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/** The configuration without `--config`. A host must state `defaultScope`; its value has no effect on the tool. */
const noFile = { file: { name: 'no --config', text: 'privacy: {gdpr: {defaultScope: false}}' } };

function load(
  { line }: StoreCommand,
  { env, readConfigFile }: ToolProcess,
  knownAdapters: ReadonlySet<string>,
): LoadedConfig {
  const { configFile, flags } = line;
  const read = configFile === undefined ? noFile : readConfigFile(configFile);
  return 'faults' in read ? read : loadConfig({ ...read, env, flags, knownAdapters });
}

async function run({ name, words }: StoreCommand, parts: ToolParts): Promise<Faults> {
  const [first = ''] = words;
  switch (name) {
    case 'import':
      return (await import('./import-texts.ts')).importTexts(first, parts);
    case 'list':
      return (await import('./show-texts.ts')).listKeys(first, parts);
    case 'show':
      return (await import('./show-texts.ts')).showText(first, parts);
    case 'validate':
      return (await import('./validate-texts.ts')).validateTexts(words, parts);
    default:
      return (await import('./migrate.ts')).migrate(parts);
  }
}
