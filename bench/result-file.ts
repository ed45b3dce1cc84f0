/**
 * Where results are kept: JSON below bench/results, each with the machine and the commit it is true of.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

/** The machine of a run. A load average well over the cores says that others were busy: do not trust the figures. */
export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly loadAverage: number;
}

/** What a result is true of; `commit` is '' where this is no checkout. */
export interface RunFacts {
  readonly when: Date;
  readonly commit: string;
  readonly machine: Machine;
}

/** What a run is true of that ends now. */
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

/** Writes a result with what it is true of to `path`, or to bench/results/`kind`-<time>.json, and gives that. */
export function writeJson(kind: string, result: object, path?: string): string {
  const facts = runFacts();
  const name = `${kind}-${facts.when.toISOString().replaceAll(/[:.]/g, '-')}.json`;
  const text = `${JSON.stringify({ ...facts, ...result }, null, 2)}\n`;
  return writeBeside(path ?? join(import.meta.dirname, 'results', name), text);
}

/** Writes a file whole or not at all, and gives its path; a device, pipe or link stays what it is. Throws an Error that names it. */
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

/** True for what is there and no plain file. */
function isOther(path: string): boolean {
  try {
    return !lstatSync(path).isFile();
  } catch {
    return false;
  }
}
