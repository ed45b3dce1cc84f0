/** Finds unknown names, and the known name that each was probably meant to be. */

/** Longer words are not compared: they are no typos, and comparing them is slow. */
const maxLength = 64;

/** The most unknown names of a list that get a suggestion, since finding one is slow. */
const maxSuggested = 100;

/** The least length of a word that may match as the start of another. */
const minStart = 4;

/**
 * The candidate nearest to `word`, or ''. Either at most a third of the letters differ (or two, but fewer than half: short words resemble
 * too many), or one word begins with the other, as when a unit is forgotten. Case does not count.
 */
export function nearest(word: string, candidates: Iterable<string>): string {
  if (word.length > maxLength) return '';
  let best = '';
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > maxLength) continue;
    const distance = distanceOf(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least && 2 * distance < Math.min(word.length, candidate.length)) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/**
 * Each of `names` whose code (read by `codeOf`) is not in `known`, once, with the nearest known code ('' for none, and after the first
 * hundred). Case does not count.
 */
export function strangers(
  names: Iterable<string>,
  known: readonly string[],
  codeOf = (name: string): string => name,
): [name: string, meant: string][] {
  const folded = new Set(known.map((name) => name.toLowerCase()));
  const unknown = [...new Set(names)].filter((name) => !folded.has(codeOf(name).toLowerCase()));
  return unknown.map((name, at) => [name, at < maxSuggested ? nearest(codeOf(name), known) : '']);
}

/** The fix of a wrong word: asks whether `meant` was meant, or is `otherwise` when `meant` is ''. */
export function didYouMean(meant: string, otherwise: string): string {
  return meant === '' ? otherwise : `did you mean ${meant}?`;
}

/** The fix of an unknown bidder; `meant` is the nearest code, '' for none. */
export function strangerFix(meant: string): string {
  return didYouMean(meant, 'correct it, unless it is an alias that requests define');
}

function distanceOf(a: string, b: string): number {
  const begins = Math.min(a.length, b.length) >= minStart && (a.startsWith(b) || b.startsWith(a));
  return begins ? Math.min(2, editDistance(a, b)) : editDistance(a, b);
}

/** The edit distance: how many letters must be inserted, removed, replaced or swapped with their neighbour to turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
