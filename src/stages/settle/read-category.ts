/**
 * Decides the category of a bid in a pod (implementations A `applyCategoryMapping`, B `resolveCategory`, which agree): the ad server's
 * category if its bidder states it, else its only IAB category, translated into the ad server's where that is asked for. A bid of several
 * categories has none: no ad server could keep it apart from all its competitors.
 */
import { quoted } from '../../openrtb/findings.ts';

/** What is read of a bid: `stated` is the ad server's category as its bidder states it, `cat` the bidder's own, of any type. */
interface CategorizedBid {
  readonly stated: unknown;
  readonly cat: unknown;
}

/** How categories are translated; `mapping` undefined: the host has none of this `name`. */
interface Translation {
  readonly name: string;
  readonly mapping: ReadonlyMap<string, string> | undefined;
}

/** The category, or why the bid has none: the end of a sentence that names it. */
type ReadCategory = { readonly category: string } | { readonly fault: string };

/** Reads the category, of at most `longest` characters; `translation` undefined: the IAB category itself is wanted. */
export function readCategory(
  { stated, cat }: CategorizedBid,
  translation: Translation | undefined,
  longest: number,
): ReadCategory {
  if (isCategory(stated, longest)) return { category: stated };
  const all = new Set<unknown>(Array.isArray(cat) ? cat : []);
  const [only] = all;
  if (all.size > 1) return { fault: 'has more than one category in cat' };
  if (!isCategory(only, longest)) return { fault: 'has no category in cat' };
  if (translation === undefined) return { category: only };
  const { name, mapping } = translation;
  if (mapping === undefined)
    return { fault: `needs the category mapping ${quoted(name)}, which this host does not have` };
  const category = mapping.get(only);
  return category === undefined
    ? { fault: `has the category ${quoted(only)}, which the mapping ${quoted(name)} does not have` }
    : { category };
}

function isCategory(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}
