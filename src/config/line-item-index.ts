/** Arranges line items so that an imp is matched against those that it may meet, not against all of a host's (decisions, 'dealsonly'). */
import type { LineItem, Scalar } from './line-items.ts';

/** A bidder's line items. */
export interface LineItemIndex {
  readonly untargeted: readonly LineItem[];
  /** All others, by one path of their targeting and by each value that they allow there. */
  readonly byPath: ReadonlyMap<string, ReadonlyMap<Scalar, readonly LineItem[]>>;
}

/** Indexes by bidder. */
export type LineItems = ReadonlyMap<string, LineItemIndex>;

/** The line items by bidder, indexed. */
export function groupLineItems(items: readonly LineItem[]): LineItems {
  const groups = Map.groupBy(items, ({ bidder }) => bidder);
  return new Map(Array.from(groups, ([bidder, own]) => [bidder, indexLineItems(own)]));
}

/** Indexes one bidder's line items, each by the path whose values it shares with the fewest others. */
export function indexLineItems(items: readonly LineItem[]): LineItemIndex {
  const sharers = countSharers(items);
  const untargeted: LineItem[] = [];
  const byPath = new Map<string, Map<Scalar, LineItem[]>>();
  for (const item of items) {
    const target = rarestOf(item.targeting, sharers);
    if (target === undefined) {
      untargeted.push(item);
      continue;
    }
    const [path, values] = target;
    const byValue = at(byPath, path, () => new Map<Scalar, LineItem[]>());
    for (const value of values) at(byValue, value, () => []).push(item);
  }
  return { untargeted, byPath };
}

type Target = LineItem['targeting'][number];

/** How many line items allow a value, by path. */
type Sharers = ReadonlyMap<string, ReadonlyMap<Scalar, number>>;

function countSharers(items: readonly LineItem[]): Sharers {
  const sharers = new Map<string, Map<Scalar, number>>();
  for (const { targeting } of items) {
    for (const [path, values] of targeting) {
      const counts = at(sharers, path, () => new Map<Scalar, number>());
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return sharers;
}

function rarestOf(targeting: readonly Target[], sharers: Sharers): Target | undefined {
  let rarest: Target | undefined;
  let least = Infinity;
  for (const target of targeting) {
    const [path, values] = target;
    const count = values.reduce<number>((sum, value) => sum + sharers.get(path)!.get(value)!, 0);
    if (count < least) [rarest, least] = [target, count];
  }
  return rarest;
}

/** The map's value at a key, made if there is none. */
function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
