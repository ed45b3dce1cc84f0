/** Frees the memory of a hop's input at once: the garbage collector sees little of it, and lets it pile up (bench/README, 'Choices'). */
import type { HopFunctions } from '../src/auction/hop-functions.ts';

/** The same hops, which take ownership of their input: nobody may use a message's buffer afterwards. */
export function releasing({ prepare, settle }: HopFunctions): HopFunctions {
  return {
    prepare: (message) => {
      const result = prepare(message);
      release(message.body.buffer);
      return result;
    },
    settle: (message) => {
      const result = settle(message);
      release(message.bytes);
      return result;
    },
  };
}

function release(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
