/** Reads the flags of the tools here. `--help` lists each with its purpose; an unknown flag is refused with a hint to `--help`. */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

/** A flag as `parseArgs` takes it, with a placeholder for its value and its purpose. */
interface Flag extends ParseArgsOptionDescriptor {
  readonly value?: string;
  readonly says: string;
}

type Flags = Readonly<Record<string, Flag>>;

type ValuesOf<T extends Flags> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** A tool's command line: its command and its flags. */
export interface Usage<T extends Flags> {
  readonly command: string;
  readonly about: string;
  readonly flags: T;
}

/**
 * Reads `args` by `usage`; `--help` prints the usage and ends this process. Throws an Error that says what to change. Positional words
 * are refused unless `takesWords`.
 */
export function readFlags<const T extends Flags>(
  usage: Usage<T>,
  args: readonly string[] = process.argv.slice(2),
  takesWords = false,
): ValuesOf<T> {
  const options = { ...usage.flags, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: takesWords });
    if (!('help' in read.values)) return read;
  } catch (error) {
    const [said] = (error as Error).message.split('. ', 1);
    throw new Error(`${said}; see --help for the flags`, { cause: error });
  }
  process.stdout.write(helpOf(usage));
  process.exit(0);
}

/** The text that `--help` prints for a tool. */
function helpOf({ command, about, flags }: Usage<Flags>): string {
  const lines = Object.entries(flags).map(([name, { value, says }]) => [`--${name} ${value ?? ''}`.trimEnd(), says]);
  const width = Math.max(...lines.map(([flag = '']) => flag.length));
  const list = [...lines, ['--help', 'print this and exit']].map(
    ([flag = '', says]) => `${flag.padEnd(width)}  ${says}`,
  );
  return `${about}\n\n  ${command}\n\n${list.join('\n')}\n`;
}
