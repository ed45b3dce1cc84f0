/** Decides whether a banner fits where it is shown (implementations A 2.1, B 9): within its imp's largest size and the host's limits. */
import type { Size } from '../../openrtb/banner.ts';
import type { JsonObject } from '../../openrtb/json-object.ts';

/**
 * Why the bid's size does not fit, to follow its name; undefined when it does.
 * `largest` undefined: its imp takes any size; a side of `most` that is 0: no limit.
 */
export function checkSize(bid: JsonObject, largest: Size | undefined, most: Size): string | undefined {
  return (
    checkSide('w', bid['w'], { ofImp: largest?.w, ofHost: most.w }) ??
    checkSide('h', bid['h'], { ofImp: largest?.h, ofHost: most.h })
  );
}

function checkSide(
  name: 'w' | 'h',
  side: unknown,
  { ofImp, ofHost }: { readonly ofImp: number | undefined; readonly ofHost: number },
): string | undefined {
  if (ofImp === undefined && ofHost === 0) return undefined;
  // A side that is missing, or is no size, could be anything.
  if (typeof side !== 'number' || !(side > 0)) return `has no ${name}`;
  if (ofImp !== undefined && side > ofImp) return `has ${name} ${side}, over ${ofImp}, the maximum of its imp`;
  return ofHost > 0 && side > ofHost ? `has ${name} ${side}, over ${ofHost}, the maximum of this host` : undefined;
}
