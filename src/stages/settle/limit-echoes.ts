/** Decides which bids echo their imp's video and `passthrough` (spec 4.1.12): a client's long ones must not fill the answer. */
import type { ImpEcho } from '../../auction/context-imp.ts';

/** The most characters of echoes on all bids together. */
const mostCharacters = 4 * 1024 * 1024;

/** The echo that each bid gets, and a warning about those left out. */
interface LimitedEchoes {
  readonly echoes: readonly (ImpEcho | undefined)[];
  readonly warning: string;
}

/** Leaves out of `wanted`, one entry per bid, everything after 4 MiB; undefined where everything fits. */
export function limitEchoes(wanted: readonly (ImpEcho | undefined)[]): LimitedEchoes | undefined {
  let left = mostCharacters;
  const lengths = new Map<ImpEcho, number>();
  const echoes = wanted.map((echo) => {
    if (echo === undefined || left < 0) return undefined;
    let length = lengths.get(echo);
    if (length === undefined) lengths.set(echo, (length = JSON.stringify(echo).length));
    left -= length;
    return left < 0 ? undefined : echo;
  });
  if (left >= 0) return undefined;
  return {
    echoes,
    warning: `echovideoattrs and passthrough have over ${mostCharacters} characters in all bids together: the rest is left out`,
  };
}
