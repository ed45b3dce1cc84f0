/**
 * Ends a benchmark's child process when its parent ends.
 */
import { fstatSync } from 'node:fs';

function end(): void {
  process.exit(0);
}

/** Ends this process on SIGTERM, on SIGINT, or when the pipe on its stdin closes because the parent has died in any way. */
export function endWithParent(): void {
  process.on('SIGTERM', end).on('SIGINT', end);
  // A write fails if the parent is gone.
  process.stdout.on('error', end);
  const stdin = fstatSync(0);
  // A terminal or /dev/null says nothing about a parent.
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  process.stdin.on('error', end).on('close', end).on('end', end).resume();
}
