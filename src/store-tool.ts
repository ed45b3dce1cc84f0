/** The store tool: `npm run store -- COMMAND` and `npm run store:migrate` (issue 7, items 3 and 4). */
import { readFileSync } from 'node:fs';
import { loadConfig, type LoadedConfig } from './config/load.ts';
import { loadBidders } from './load-bidders.ts';
import { helpText } from './store-tool/help.ts';
import { importTexts } from './store-tool/import-texts.ts';
import { migrate } from './store-tool/migrate.ts';
import { readCommand, type StoreCommand } from './store-tool/read-command.ts';
import { listKeys, showText } from './store-tool/show-texts.ts';
import type { Faults, ToolParts } from './store-tool/surroundings.ts';
import { validateTexts } from './store-tool/validate-texts.ts';
import { reasonOf } from './stored/watched-store.ts';

// Who reads the list may have seen enough.
process.stdout.on('error', () => process.exit());

const faults = await main().catch((error: unknown) => [`stored data: ${reasonOf(error)}`]);
for (const fault of faults) process.stderr.write(`store: ${fault}\n`);
// Connections that hang must not hold up the end; what was written must be out.
process.exitCode = faults.length > 0 ? 1 : 0;
process.stdout.write('', () => process.stderr.write('', () => process.exit()));

async function main(): Promise<Faults> {
  const command = readCommand(process.argv.slice(2));
  if ('faults' in command) return command.faults;
  if (command.name === undefined) {
    process.stdout.write(helpText());
    return [];
  }
  const { definitions, known } = await loadBidders();
  const loaded = load(command, new Set(known.keys()));
  if ('faults' in loaded) return loaded.faults;
  return run(command, { config: loaded.config, definitions, out, tell });
}

function out(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function load({ line }: StoreCommand, knownAdapters: ReadonlySet<string>): LoadedConfig {
  const { configFile, flags } = line;
  const input = { env: process.env, flags, knownAdapters };
  if (configFile === undefined) return loadConfig(input);
  try {
    return loadConfig({ ...input, file: { name: configFile, text: readFileSync(configFile, 'utf8') } });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    return { faults: [`--config ${configFile} cannot be read (${code}): name an existing YAML file`] };
  }
}

function run({ name, words }: StoreCommand, parts: ToolParts): Promise<Faults> {
  const [first = ''] = words;
  switch (name) {
    case 'import':
      return importTexts(first, parts);
    case 'list':
      return listKeys(first, parts);
    case 'show':
      return showText(first, parts);
    case 'validate':
      return validateTexts(words, parts);
    default:
      return migrate(parts);
  }
}
