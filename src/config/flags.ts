/** Parses the command line (interface, 'Commands'): the configuration file, settings, or a flag that only prints something. */
import { parseArgs } from 'node:util';
import { quoted } from '../openrtb/findings.ts';
import { didYouMean, nearest } from './suggest.ts';

/** What the command line asks for. */
export interface CommandLine {
  readonly help: boolean;
  readonly version: boolean;
  readonly settings: boolean;
  /** True to check the configuration without starting. */
  readonly check: boolean;
  /** The configuration file; undefined: the sandbox. */
  readonly configFile: string | undefined;
  /** Settings by dotted path, as text, for loadConfig. */
  readonly flags: Readonly<Record<string, string>>;
}

/** What could be read of a command line, the words that belong to no flag, and all faults, one sentence each. */
export interface ParsedLine {
  readonly commandLine: CommandLine;
  readonly words: readonly string[];
  readonly faults: readonly string[];
}

const options = {
  config: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  set: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  settings: { type: 'boolean' },
  check: { type: 'boolean' },
} as const;

/** A token of parseArgs: a flag with or without its value, or a word. */
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type Flag = Extract<Token, { kind: 'option' }>;

/** Parses `argv` (without node and script). Words that belong to no flag are faults unless `takesWords`. Never throws. */
export function parseFlags(argv: readonly string[], takesWords = false): ParsedLine {
  const { tokens, positionals: words } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string>();
  const faults: string[] = [];
  for (const token of tokens) {
    const fault = token.kind === 'option' ? readFlag(token, given) : takesWords ? '' : unexpected(token);
    if (fault !== '') faults.push(fault);
  }
  const flags: Record<string, string> = Object.create(null);
  for (const [name, value] of given) if (name.startsWith('=')) flags[name.slice(1)] = value;
  const commandLine = {
    help: given.has('help'),
    version: given.has('version'),
    settings: given.has('settings'),
    check: given.has('check'),
    configFile: given.get('config'),
    flags,
  };
  return { commandLine, words, faults };
}

function unexpected(token: Token): string {
  return token.kind === 'positional'
    ? `${quoted(token.value)} is unexpected: a flag starts with --, and a value follows its flag`
    : '';
}

/** Adds the flag to `given`, settings under `=path`. Returns its fault, '' for none. */
function readFlag({ name, rawName, value, inlineValue }: Flag, given: Map<string, string>): string {
  if (!Object.hasOwn(options, name)) {
    const meant = nearest(name, Object.keys(options));
    return `${quoted(rawName)} is not a flag: ${didYouMean(meant && `--${meant}`, 'see --help for the flags')}`;
  }
  if (options[name as keyof typeof options].type === 'boolean') {
    given.set(name, '');
    return value === undefined ? '' : `--${name} takes no value: leave it out`;
  }
  if (!value || (!inlineValue && value.startsWith('--'))) return `--${name} needs a value: ${examples[name]}`;
  if (name === 'set') return readSetting(value, given);
  return put(given, name === 'config' ? name : `=${name}`, { value, flag: `--${name}` });
}

const examples: Readonly<Record<string, string>> = {
  config: '--config service.yaml',
  port: '--port 8000',
  host: '--host 0.0.0.0',
  set: '--set auction.tmaxMaxMs=3000',
};

function readSetting(text: string, given: Map<string, string>): string {
  const at = text.indexOf('=');
  if (at < 1) return `--set ${quoted(text)} is not a setting: write path=value, such as ${examples['set']}`;
  const path = text.slice(0, at);
  return put(given, `=${path}`, { value: text.slice(at + 1), flag: path.length > 80 ? '--set' : `--set ${path}` });
}

function put(given: Map<string, string>, key: string, { value, flag }: { value: string; flag: string }): string {
  if (given.has(key)) return `${flag} is given twice: keep one of the two`;
  given.set(key, value);
  return '';
}
