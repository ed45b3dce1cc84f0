/** Reads the command line of `npm run convert`. */
import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../config/suggest.ts';
import { quoted } from '../openrtb/findings.ts';
import type { OldServer } from './rule.ts';

/** What the command line asks for. */
export interface ConvertLine {
  readonly help: boolean;
  /** The old server's file; undefined to convert only accounts. */
  readonly file: string | undefined;
  readonly from: string;
  /** Where the configuration is written; undefined for standard output. */
  readonly to: string | undefined;
  readonly accounts: string | undefined;
  readonly stored: string;
  /** Bidders to add by name. */
  readonly bidders: readonly string[];
}

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  accounts: { type: 'string' },
  stored: { type: 'string' },
  bidders: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Flag = keyof typeof options;

const isFlag = (name: string): name is Flag => Object.hasOwn(options, name);

/** The parsed command line of `argv` (without node and script), or everything that is wrong with it. Never throws. */
export function readLine(
  argv: readonly string[],
  servers: readonly OldServer[],
): ConvertLine | { readonly faults: readonly string[] } {
  const parsed = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const given = new Map<Flag, string>();
  const faults: string[] = [];
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!isFlag(name)) {
      const meant = nearest(name, Object.keys(options));
      faults.push(`${quoted(rawName)} is not a flag: ${didYouMean(meant && `--${meant}`, 'see --help')}`);
    } else if (name !== 'help' && (value === undefined || value === '' || value.startsWith('--')))
      faults.push(`--${name} needs a value: see --help`);
    else if (given.has(name)) faults.push(`--${name} is given twice: keep one of the two`);
    else given.set(name, value ?? '');
  }
  const line = lineOf(given, parsed.positionals);
  if (line.help) return line;
  faults.push(...faultsOfLine(line, parsed.positionals, servers));
  return faults.length > 0 ? { faults } : line;
}

function lineOf(given: ReadonlyMap<Flag, string>, words: readonly string[]): ConvertLine {
  return {
    help: given.has('help'),
    file: words[0],
    from: given.get('from') ?? '',
    to: given.get('to'),
    accounts: given.get('accounts'),
    stored: given.get('stored') ?? './stored',
    bidders: (given.get('bidders') ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  };
}

function faultsOfLine(
  { from, file, to, accounts, bidders }: ConvertLine,
  words: readonly string[],
  servers: readonly OldServer[],
): string[] {
  const faults: string[] = [];
  const known = servers.map(({ word }) => word);
  if (words.length > 1) faults.push(`${quoted(words[1]!)} is one file too many: convert one at a time`);
  if (from === '') faults.push(`--from is missing: add --from ${known.join(' or ')}`);
  else if (!known.includes(from)) faults.push(`--from ${quoted(from)} is not a server: use ${known.join(' or ')}`);
  if (file === undefined && accounts === undefined) faults.push('name the file of the old server; see --help');
  if (file === undefined && to !== undefined) faults.push("--to needs a file to convert: name the old server's");
  if (file === undefined && bidders.length > 0) faults.push("--bidders needs a file to convert: name the old server's");
  return faults;
}
