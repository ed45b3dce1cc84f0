/** The output of the commands (interface, 'Commands'): text, faults, and how a command ends whose output cannot be written. */

/**
 * Ends this process when its standard output cannot be written: silently if the reader has gone, since it may have seen enough; else with
 * the reason and status 1.
 */
export function endWhenLost(command: string): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    const fault = `${command}: the output cannot be written (${code}): free space on its disk\n`;
    process.stderr.write(fault, () => process.exit(1));
  });
}

/** Ends this process with these faults as soon as all its output is written, whatever connections, threads and timers are left. */
export function endTool(command: string, faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`${command}: ${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
  process.stdout.write('', (error) => error ?? process.stderr.write('', () => process.exit()));
}

/** Writes what a command was asked for, such as help. */
export function print(text: string): void {
  endWhenLost('gavel');
  process.stdout.write(text);
}

/** Writes faults to standard error, one line each. */
export function show(faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`gavel: ${fault}\n`);
}

/** Shows faults, and makes the process end with status 1. */
export function fail(faults: readonly string[]): void {
  show(faults);
  process.exitCode = 1;
}
