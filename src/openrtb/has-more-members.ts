/** Decides whether an object is large (spec 4.1.10, 4.1.14: what is copied for each bidder is bounded). */

/** True for more than `most` members. Does not list them, because nearly all objects in requests are small. */
export function hasMoreMembers(object: object, most: number): boolean {
  let members = 0;
  for (const _ in object) if (++members > most) return true;
  return false;
}
