/** The family of platforms that want an imp's params as its whole `ext`. */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { FactOptions } from '../facts.ts';
import type { MediaTypeRules } from '../media-type.ts';
import { impExt } from '../steps/imp.ts';

const params = Type.Object({
  placementId: Type.String({ minLength: 1 }),
  customParams: Type.Optional(Type.Object({})),
});

/** What one platform adds to its facts: how its bids state their media type. */
interface PlatformOptions extends FactOptions {
  readonly code: string;
  readonly mediaType: MediaTypeRules<undefined>;
}

/** Defines one such platform: a call for each imp; all bids are in USD. */
export function ownParams(options: PlatformOptions): BidderDefinition {
  return defineBidder({
    ...options,
    params,
    imp: [impExt((p) => p)],
    batch: 'perImp',
    headers: ['json'],
    currency: 'ignored',
  });
}
