/** Gives the memory of a hop's input back at once: the garbage collector sees little of it, and lets it pile up (bench/README, 'Choices'). */

/** Detaches `buffer`, which nobody may use any more; one that is detached already stays so. */
export function release(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
