/** Decides what becomes of a command whose output cannot be written: of a list, of help (interface, 'Commands'). */

/** Ends this process once its standard output cannot be written: in silence where the reader has gone, who may have seen enough, else with the reason and status 1. */
export function endWhenLost(command: string): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    const fault = `${command}: what was asked for cannot be written (${code}): make room on its disk\n`;
    process.stderr.write(fault, () => process.exit(1));
  });
}
