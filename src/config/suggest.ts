/** Which names nobody has, and which known word a wrong one was probably meant to be. */

/** Longer words are nobody's slip of the pen, and would cost time. */
const maxLength = 64;

/** For so many strangers of a list the code that is meant is looked for, which takes a while. */
const mostMeant = 100;

/** Shorter words begin too many others to mean one of them. */
const minStart = 4;

/**
 * The candidate nearest to `word`, or '': up to a third of its letters differ (two at least, but fewer than half: short words are
 * near to too many), or one begins with the other, as when a unit is forgotten. Case does not count.
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
 * Each of `names` whose code (as `codeOf` reads it) nobody in `known` has, once, with the code that is nearest ('' for none,
 * and for those behind the first hundred). Case does not count.
 */
export function strangers(
  names: Iterable<string>,
  known: readonly string[],
  codeOf = (name: string): string => name,
): [name: string, meant: string][] {
  const folded = new Set(known.map((name) => name.toLowerCase()));
  const unknown = [...new Set(names)].filter((name) => !folded.has(codeOf(name).toLowerCase()));
  return unknown.map((name, at) => [name, at < mostMeant ? nearest(codeOf(name), known) : '']);
}

/** What to do about a wrong word: ask whether `meant` was meant, and where that is '' what `otherwise` says. */
export function didYouMean(meant: string, otherwise: string): string {
  return meant === '' ? otherwise : `did you mean ${meant}?`;
}

/** What to do about a bidder that nobody is, by the code that is `meant`, '' for none. */
export function strangerFix(meant: string): string {
  return didYouMean(meant, 'correct it, unless requests call a bidder so');
}

function distanceOf(a: string, b: string): number {
  const begins = Math.min(a.length, b.length) >= minStart && (a.startsWith(b) || b.startsWith(a));
  return begins ? Math.min(2, editDistance(a, b)) : editDistance(a, b);
}

/** How many letters must be inserted, removed, replaced or swapped with their neighbour to turn `a` into `b`. */
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
