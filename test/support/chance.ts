/** Chance that is the same in every run, so that a failure can be seen again. */

/** A number from 0 up to 1, the next of a sequence. */
export type Chance = () => number;

/** A sequence that a seed decides (generator: mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of `list`. */
export function pick<T>(list: readonly T[], chance: Chance): T {
  return list[Math.floor(chance() * list.length)]!;
}

/** Whole numbers from 0 up to but without the sides of each throw, as a seed decides. */
export function dice(seed: number): (sides: number) => number {
  const chance = chanceFrom(seed);
  return (sides) => Math.floor(chance() * sides);
}
