/** Parses the command line of the store tool (issue 7, item 4): a command with its words, and the service's flags. */
import { parseFlags, type CommandLine } from '../config/flags.ts';
import { didYouMean, nearest } from '../config/suggest.ts';
import { quoted } from '../openrtb/findings.ts';

/** The words that each command takes. */
const commands = {
  import: { least: 1, most: 1, usage: 'import DIR or import FILE' },
  list: { least: 0, most: 1, usage: 'list or list KIND' },
  show: { least: 1, most: 1, usage: 'show ID or show KIND/ID' },
  validate: { least: 0, most: Infinity, usage: 'validate or validate KIND/ID …' },
  migrate: { least: 0, most: 0, usage: 'migrate' },
} as const;

/** The name of a command. */
export type CommandName = keyof typeof commands;

/** A valid command line; `name` is undefined when help is asked for. */
export interface StoreCommand {
  readonly name: CommandName | undefined;
  readonly words: readonly string[];
  readonly line: CommandLine;
}

/** Parses `argv` (without node and script); returns the command, or all faults. Never throws. */
export function readCommand(argv: readonly string[]): StoreCommand | { readonly faults: readonly string[] } {
  const { commandLine: line, words: given, faults } = parseFlags(argv, true);
  if (faults.length > 0) return { faults };
  const [command, ...words] = given;
  if (line.help) return { name: undefined, words: [], line };
  if (line.check)
    return { faults: ['--check is a flag of the service: use the command validate to check stored texts'] };
  if (command === undefined) return { faults: [`name a command: ${Object.keys(commands).join(', ')}; see --help`] };
  const name = (Object.keys(commands) as CommandName[]).find((one) => one === command);
  if (name === undefined) {
    const fix = didYouMean(nearest(command, Object.keys(commands)), 'see --help for the commands');
    return { faults: [`${quoted(command)} is not a command: ${fix}`] };
  }
  const { least, most, usage } = commands[name];
  if (words.length < least || words.length > most) return { faults: [`${name} takes other arguments: ${usage}`] };
  return { name, words, line };
}
