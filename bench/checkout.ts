/**
 * Unpacks another commit of this repository into a runnable folder: its own files and native addon, this checkout's modules.
 */
import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchFolder } from './command.ts';

/** Another checkout, and its name in results. */
export interface Baseline {
  readonly dir: string;
  readonly name: string;
}

/** Runs a program to its end and returns its output. If it fails, throws what `faultOf` makes of its error output. */
function run(
  [program, ...args]: readonly [string, ...string[]],
  options: ExecFileSyncOptions,
  faultOf: (why: string) => string,
): Buffer {
  try {
    return execFileSync(program, args, { maxBuffer: 512 * 1024 * 1024, stdio: 'pipe', ...options }) as Buffer;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: Buffer };
    const [why = ''] = (stderr?.toString().trim() || message).split('\n');
    throw new Error(faultOf(why), { cause: error });
  }
}

/** Unpacks `commit` of `root` into a folder that is removed when this process ends; throws if git does not know the commit. */
function checkOut(commit: string, root: string): Baseline {
  const dir = scratchFolder('commit');
  const what = `--commit ${commit} cannot be unpacked`;
  const git = (...words: readonly string[]): Buffer =>
    run(['git', ...words], { cwd: root }, (why) => `${what} (${why}): name a commit listed by \`git log\``);
  const input = git('archive', '--format=tar', '--end-of-options', commit);
  run(['tar', '-x', '-C', dir], { input }, (why) => `${what} (${why}): free space in ${dir}, or set TMPDIR`);
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  addAddon(commit, root, dir);
  // The commit's own name, because a branch moves on after the result is written.
  return { dir, name: git('log', '-1', '--format=%h', '--end-of-options', commit, '--').toString().trim() };
}

/** Gives the commit its addon: a copy of this checkout's, or its own build if the addon's sources differ. */
function addAddon(commit: string, root: string, dir: string): void {
  const isSame = spawnSync('git', ['diff', '--quiet', commit, '--', 'src/native'], { cwd: root }).status === 0;
  const addon = 'src/native/build';
  const builder = join(dir, 'src/native/build.ts');
  if (isSame && existsSync(join(root, addon))) cpSync(join(root, addon), join(dir, addon), { recursive: true });
  else if (existsSync(builder)) spawnSync(process.execPath, [builder], { stdio: ['ignore', 2, 2] });
}

/** The absolute path of another checkout; throws if it is not one. */
export function checkoutAt(baseline: string): string {
  const dir = resolve(baseline);
  if (existsSync(join(dir, 'src/main.ts'))) return dir;
  throw new Error(`--baseline ${baseline} is not a checkout: name a folder that has src/main.ts`);
}

/** The flags that `findBaseline` reads. */
export const baselineFlags = {
  baseline: { type: 'string', value: 'DIR', says: 'another checkout to measure beside this one' },
  commit: {
    type: 'string',
    value: 'SHA',
    says: "another commit to measure beside this checkout, using this checkout's modules",
  },
} as const;

/**
 * What to compare with: the folder `baseline`, or `commit` of the checkout `root`, unpacked; undefined if neither is given. Throws
 * an Error that says what to change.
 */
export function findBaseline(
  { baseline, commit }: { readonly baseline?: string | undefined; readonly commit?: string | undefined },
  root = join(import.meta.dirname, '..'),
): Baseline | undefined {
  if (baseline !== undefined && commit !== undefined) throw new Error('give --baseline or --commit, not both');
  if (commit !== undefined) return checkOut(commit, root);
  return baseline === undefined ? undefined : { dir: checkoutAt(baseline), name: 'baseline' };
}
