/**
 * Decides which codes the definitions provide: their own and those of their aliases, each with its facts (bidders, 'an alias is a fact
 * without code').
 */
import type { BidderDefinition } from './define-bidder.ts';
import { readFacts, type AliasOptions, type BidderFacts } from './facts.ts';

/** One code that this version knows. */
export interface KnownBidder {
  readonly code: string;
  readonly aliasOf: string | undefined;
  readonly definition: BidderDefinition;
  readonly facts: BidderFacts;
}

/** All known bidders by code. Throws an Error if two have the same code in any case: requests may write a code in any case. */
export function knownBidders(definitions: readonly BidderDefinition[]): Map<string, KnownBidder> {
  const known = new Map<string, KnownBidder>();
  const folded = new Map<string, KnownBidder>();
  const add = (bidder: KnownBidder): void => {
    const other = folded.get(bidder.code.toLowerCase());
    if (other !== undefined) throw new Error(`${named(bidder)} has the code of ${named(other)}: choose another`);
    folded.set(bidder.code.toLowerCase(), bidder);
    known.set(bidder.code, bidder);
  };
  for (const definition of definitions) {
    const { code, facts, aliases } = definition;
    add({ code, aliasOf: undefined, definition, facts });
    for (const alias of aliases)
      add({ code: alias.code, aliasOf: code, definition, facts: aliasFacts(definition, alias) });
  }
  return known;
}

function named({ code, aliasOf }: KnownBidder): string {
  return aliasOf === undefined ? `the bidder ${code}` : `the alias ${code} of the bidder ${aliasOf}`;
}

/** An alias inherits its parent's facts, except the vendor id, `disabled`, `whiteLabelOnly`, and all of the sync but the cookie key. */
function aliasFacts({ code, facts }: BidderDefinition, alias: AliasOptions): BidderFacts {
  const { gvlVendorId, sync, disabled, whiteLabelOnly, ...inherited } = facts;
  const key = sync && { sync: { key: sync.key ?? code } };
  return { ...inherited, ...key, ...readFacts(alias) };
}
