/**
 * Another commit of this repository as a folder that can be run: its files, and this checkout's modules and native addon.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchFolder } from './command.ts';

const root = join(import.meta.dirname, '..');

/** Unpacks `commit` into a folder that is gone when this process ends; throws when git does not know the commit. */
function checkOut(commit: string): string {
  const dir = scratchFolder('commit');
  let archive: Buffer;
  try {
    const limits = {
      maxBuffer: 512 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
    };
    archive = execFileSync('git', ['archive', '--format=tar', '--end-of-options', commit], { cwd: root, ...limits });
  } catch (error) {
    throw new Error(`--commit ${commit} cannot be unpacked: name a commit that \`git log\` shows`, { cause: error });
  }
  execFileSync('tar', ['-x', '-C', dir], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const addon = 'src/native/build';
  if (existsSync(join(root, addon))) cpSync(join(root, addon), join(dir, addon), { recursive: true });
  return dir;
}

/** The folder of another checkout as a whole path; throws when it is none. */
export function checkoutAt(baseline: string): string {
  const dir = resolve(baseline);
  if (existsSync(join(dir, 'src/main.ts'))) return dir;
  throw new Error(`--baseline ${baseline} is no checkout: name a folder that has src/main.ts`);
}

/** The folder to compare with: that of `baseline`, or `commit` unpacked; undefined for neither. Throws an Error that says what to change. */
export function baselineDir({
  baseline,
  commit,
}: {
  readonly baseline?: string | undefined;
  readonly commit?: string | undefined;
}): string | undefined {
  if (baseline !== undefined && commit !== undefined) throw new Error('give --baseline or --commit, not both');
  if (commit !== undefined) return checkOut(commit);
  return baseline === undefined ? undefined : checkoutAt(baseline);
}
