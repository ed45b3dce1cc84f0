/** Steps that fit imps, bodies and bids alike (bidders, 'Steps'). */
import { orNone, without, type JsonObject } from '../../openrtb/merge-patch.ts';
import type { AuctionFacts } from '../contract.ts';
import type { Overrides } from '../definition.ts';

/** Sets members to constants; `undefined` removes one. */
export function set<Members extends object>(members: Members): () => Members {
  return () => members;
}

/** Changes one object among the members; an absent one stays absent, or begins empty where `absent` says 'create'. */
export function within<T, K extends keyof T & string, C>(
  name: K,
  change: (member: NonNullable<T[K]>, c: C, whole: T) => Overrides<NonNullable<T[K]>> | null,
  absent: 'skip' | 'create' = 'skip',
): (value: T, c: C) => Overrides<T> | null {
  return (value, c) => {
    const member = value[name] ?? undefined;
    if (member === undefined && absent === 'skip') return null;
    const old = (member ?? {}) as NonNullable<T[K]>;
    const changes = change(old, c, value);
    return changes === null ? null : ({ [name]: { ...old, ...changes } } as unknown as Overrides<T>);
  };
}

/** What changes where members of `ext` go, and with them an `ext` left empty. The word `prebid` stands for the host's own extension word. */
export function extWithout(
  ext: JsonObject | undefined,
  names: readonly string[],
  { namespace }: Pick<AuctionFacts, 'namespace'>,
): { ext: JsonObject | undefined } | null {
  if (ext === undefined) return null;
  return { ext: orNone(without(ext, names.includes('prebid') ? [...names, namespace] : names)) };
}
