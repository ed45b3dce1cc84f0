/**
 * Writes results as JSON below bench/results, each with its machine and commit.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

/** The machine of a run. A load average well above the cores means that other processes were busy: do not trust the figures. */
export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly loadAverage: number;
}

/** The conditions of a result; `commit` is '' if this is not a git checkout. */
export interface RunFacts {
  readonly when: Date;
  readonly commit: string;
  readonly machine: Machine;
}

/** The conditions of a run that ends now. */
export function runFacts(): RunFacts {
  const [loadAverage = 0] = loadavg();
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: availableParallelism(), loadAverage };
  return { when: new Date(), commit: ownCommit(), machine };
}

function ownCommit(): string {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['describe', '--always', '--dirty'], options).trim();
  } catch {
    return '';
  }
}

/** Writes a result with its conditions to `path`, or else to bench/results/`kind`-<time>.json, and returns the path. */
export function writeJson(kind: string, result: object, path?: string): string {
  const facts = runFacts();
  const name = `${kind}-${facts.when.toISOString().replaceAll(/[:.]/g, '-')}.json`;
  const text = `${JSON.stringify({ ...facts, ...result }, null, 2)}\n`;
  return writeBeside(path ?? join(import.meta.dirname, 'results', name), text);
}

/** Writes a file atomically and returns its path; a device, pipe or link is written to, not replaced. Throws an Error that names it. */
export function writeBeside(file: string, text: string): string {
  const beside = isOther(file) ? file : `${file}.tmp`;
  try {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(beside, text);
    if (beside !== file) renameSync(beside, file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (beside !== file && syscall !== 'mkdir') rmSync(beside, { force: true });
    const fix = 'its folder must have room, and be one that this user may write';
    throw new Error(`${file} cannot be written (${code}): ${fix}`, { cause: error });
  }
  return file;
}

/** True if the path exists and is not a regular file. */
function isOther(path: string): boolean {
  try {
    return !lstatSync(path).isFile();
  } catch {
    return false;
  }
}
