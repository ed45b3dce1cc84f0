/** Reads the command line of the store tool (issue 7, item 4): a command with its words, and the flags that the service has too. */
import { parseFlags, type CommandLine } from '../config/flags.ts';
import { nearest } from '../config/suggest.ts';

/** How many words each command takes. */
const commands = {
  import: { least: 1, most: 1, usage: 'import DIR or import FILE' },
  list: { least: 0, most: 1, usage: 'list or list KIND' },
  show: { least: 1, most: 1, usage: 'show ID or show KIND/ID' },
  validate: { least: 0, most: Infinity, usage: 'validate or validate KIND/ID …' },
  migrate: { least: 0, most: 0, usage: 'migrate' },
} as const;

/** What to do. */
export type CommandName = keyof typeof commands;

/** A command line that is understood; without a command: help is asked for. */
export interface StoreCommand {
  readonly name: CommandName | undefined;
  readonly words: readonly string[];
  readonly line: CommandLine;
}

/** The command of `argv` (without node and script), or everything that is wrong with it. Never throws. */
export function readCommand(argv: readonly string[]): StoreCommand | { readonly faults: readonly string[] } {
  const { flags, words } = split(argv);
  const read = parseFlags(flags);
  if ('faults' in read) return read;
  const { commandLine: line } = read;
  const [given, ...rest] = words;
  if (line.help) return { name: undefined, words: [], line };
  if (given === undefined) return { faults: [`name a command: ${Object.keys(commands).join(', ')}; --help says more`] };
  const name = (Object.keys(commands) as CommandName[]).find((one) => one === given);
  if (name === undefined) {
    const meant = nearest(given, Object.keys(commands));
    return {
      faults: [
        `${shown(given)} is no command: ${meant === '' ? 'see --help for those there are' : `did you mean ${meant}?`}`,
      ],
    };
  }
  const { least, most, usage } = commands[name];
  if (rest.length < least || rest.length > most) return { faults: [`${name} takes other words: ${usage}`] };
  return { name, words: rest, line };
}

/** Flags that the next word belongs to, unless it is joined with `=`. */
const valued = new Set(['--config', '--set', '--host', '--port']);

function split(argv: readonly string[]): { readonly flags: string[]; readonly words: string[] } {
  const flags: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (!word.startsWith('-')) words.push(word);
    else flags.push(word);
    if (valued.has(word) && at + 1 < argv.length) flags.push(argv[++at]!);
  }
  return { flags, words };
}

function shown(word: string): string {
  return JSON.stringify(word.length > 80 ? `${word.slice(0, 80)}…` : word);
}
