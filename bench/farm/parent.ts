/**
 * Ends a benchmark's process together with the process that started it.
 */
import { fstatSync } from 'node:fs';

function end(): void {
  process.exit(0);
}

/** Ends this process by SIGTERM, SIGINT, or when the pipe on its stdin closes because the parent is gone, however it died. */
export function endWithParent(): void {
  process.on('SIGTERM', end).on('SIGINT', end);
  // a parent that is gone reads nothing either
  process.stdout.on('error', end);
  const stdin = fstatSync(0);
  // a terminal or /dev/null says nothing about a parent
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  process.stdin.on('error', end).on('close', end).on('end', end).resume();
}
