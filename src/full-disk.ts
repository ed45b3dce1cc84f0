/** What the system says of a disk that is full: it costs what was to be written there, not the start (decisions, 'Caching'). */

/** The last is what a limit of file size gives. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** True when a full disk is behind `error`, or behind what caused it. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return fullCodes.has(code ?? '') || isFullDisk(error.cause);
}
