/** What every tool here needs around its work: a scratch folder that is removed, an end by signal, one line for an error. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder whose name contains `name`, removed when this process exits. Throws an Error that says where it cannot be created. */
export function scratchFolder(name: string): string {
  const dir = madeFolder(name);
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function madeFolder(name: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `gavel-${name}-`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot create a folder in ${tmpdir()} (${code}): set TMPDIR to one that this user may write to`, {
      cause: error,
    });
  }
}

/** Reports the run's progress as a line on stderr. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Ends this process with one line on stderr that says why the tool `name` failed. */
export function failWith(name: string, error: unknown, status = 1): never {
  process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(status);
}

/**
 * Runs the tool `name` and ends this process. `work` gets a scratch folder and returns the exit status; if it rejects, the status is
 * `faultStatus`. A signal ends the process too, and its exit handlers run.
 */
export async function runTool(name: string, work: (dir: string) => Promise<number>, faultStatus = 1): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
  try {
    process.exit(await work(scratchFolder(name)));
  } catch (error) {
    failWith(name, error, faultStatus);
  }
}

/** Reads `text`, the value of the flag `--name`, as a whole number in a range; throws an Error that names flag and range. */
export function wholeNumber(name: string, text: string, [least, most]: readonly [least: number, most: number]): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`--${name} ${text} is not valid: give a whole number from ${least} to ${most}`);
}

/** Reads `text`, the value of the flag `--name`, as a number above 0 and at most `most`; throws an Error that says so. */
export function positiveNumber(name: string, text: string | number, most = Infinity): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  const range = most === Infinity ? '' : `, up to ${most}`;
  throw new Error(`--${name} ${text} is not valid: give a number above 0${range}`);
}
