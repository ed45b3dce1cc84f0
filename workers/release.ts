/** Frees the memory of a hop's input at once: the garbage collector sees little of it, and lets it pile up (bench/README, 'Choices'). */
import type { HopFunctions } from '../src/auction/hop-functions.ts';

/** The same hops, which take ownership of their input: nobody may use a message's buffer afterwards. */
export function releasing({ prepare, settle }: HopFunctions): HopFunctions {
  return {
    prepare: (message) => {
      try {
        return prepare(message);
      } finally {
        release(message.body.buffer);
      }
    },
    settle: (message) => {
      try {
        return settle(message);
      } finally {
        release(message.bytes);
      }
    },
  };
}

function release(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
