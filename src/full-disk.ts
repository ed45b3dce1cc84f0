/** Recognises errors of a full disk, which only lose what was to be written there and never prevent a start (decisions, 'Caching'). */

/** EFBIG is the error of a file size limit. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** True when `error` or one of its causes comes from a full disk. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return fullCodes.has(code ?? '') || isFullDisk(error.cause);
}
