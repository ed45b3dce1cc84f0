/**
 * Decides where a bidder's params go when a live imp and its stored imp state them in different places: a plain merge would leave both, and
 * the newer place would win, whosever it is (decisions, 'Stored merges', 'Deprecated `imp.ext.<bidder>`').
 */
import { mayName } from './bidder-names.ts';
import { isObject, own, type JsonObject } from './json-object.ts';
import { nodeAt } from './node-at.ts';

/** A live imp and the stored imp that it names. */
interface ImpPair {
  readonly live: JsonObject;
  readonly stored: JsonObject;
}

/** Both imps with such params moved to the newer place, `ext.<namespace>.bidder`; the same objects when there are none. */
export function meetParams({ live, stored }: ImpPair, namespace: string): ImpPair {
  const newer = ['ext', namespace, 'bidder'];
  const shared = [
    ...sharedNames(own(live, 'ext'), nodeAt(stored, newer)),
    ...sharedNames(nodeAt(live, newer), own(stored, 'ext')),
  ];
  const names = new Set(shared.filter((name) => mayName(name, namespace)));
  if (names.size === 0) return { live, stored };
  return { live: raiseParams(live, names, namespace), stored: raiseParams(stored, names, namespace) };
}

function sharedNames(one: unknown, other: unknown): string[] {
  return isObject(one) && isObject(other) ? Object.keys(one).filter((name) => Object.hasOwn(other, name)) : [];
}

/** The imp with each `ext.<name>` moved to the newer place, where an existing value wins; unchanged if it cannot hold params there. */
function raiseParams(imp: JsonObject, names: ReadonlySet<string>, namespace: string): JsonObject {
  const ext = own(imp, 'ext');
  const svc = nodeAt(imp, ['ext', namespace]) ?? {};
  if (!isObject(ext) || !isObject(svc)) return imp;
  const bidder = own(svc, 'bidder');
  if (bidder !== undefined && !isObject(bidder)) return imp;
  // One pass with a set: a live imp may have as many names as its bytes hold.
  const { older = [], left = [] } = Object.groupBy(Object.entries(ext), ([name]) =>
    names.has(name) ? 'older' : 'left',
  );
  const params = { ...bidder, ...Object.fromEntries(older), ...bidder };
  return { ...imp, ext: { ...Object.fromEntries(left), [namespace]: { ...svc, bidder: params } } };
}
