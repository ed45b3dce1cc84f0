/** Decides whether an object is a large one (spec 4.1.10, 4.1.14: of what each bidder gets a copy of its own, there is a bound). */

/** True for more than `most` members; makes no list of them, since nearly all objects of requests are small. */
export function hasMoreMembers(object: object, most: number): boolean {
  let members = 0;
  for (const _ in object) if (++members > most) return true;
  return false;
}
