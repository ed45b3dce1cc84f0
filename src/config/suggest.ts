/** Which known word a wrong one was probably meant to be. */

/** Longer words are nobody's slip of the pen, and would cost time. */
const maxLength = 64;

/** The candidate nearest to `word` (up to a third of its letters differ, two at least; case does not count), or ''. */
export function nearest(word: string, candidates: Iterable<string>): string {
  if (word.length > maxLength) return '';
  let best = '';
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least || candidate.length > maxLength) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least && distance < candidate.length) {
      least = distance;
      best = candidate;
    }
  }
  return best;
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
