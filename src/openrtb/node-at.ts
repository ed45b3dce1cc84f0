/** Decides what a path into JSON leads to, including dotted paths from a host or publisher (spec 4.1.11; decisions 'dealsonly'). */
import { isObject, own } from './json-object.ts';

/** The value at `path` below `root`, undefined for none: own members of objects and indexes of arrays only. */
export function nodeAt(root: unknown, path: readonly string[]): unknown {
  let node = root;
  // No iterator: every look into a request would pay for it.
  for (let at = 0; at < path.length; at++) {
    const segment = path[at]!;
    if (isObject(node)) node = own(node, segment);
    else if (Array.isArray(node)) node = /^\d{1,9}$/.test(segment) ? (node as unknown[])[Number(segment)] : undefined;
    else return undefined;
  }
  return node;
}
