/** The family of platforms whose endpoint names a source and the environment that serves it (bidders, 'Families'). */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { AliasOptions, FactOptions } from '../facts.ts';
import type { MediaTypeRules } from '../media-type.ts';
import { mtypeAmong } from '../steps/bid-type.ts';
import { aSeat } from '../steps/seats.ts';

/** The params: the source `pid`, and the environment `env`, which is required if `needsEnv`. */
const sourceOnly = Type.Object({
  env: Type.Optional(Type.String({ minLength: 1 })),
  pid: Type.String({ minLength: 1 }),
});
const sourceAndEnv = Type.Object({ env: Type.String({ minLength: 1 }), pid: Type.String({ minLength: 1 }) });

/** What one platform adds to its facts. `needsEnv`: its params must name the environment. `mediaType` replaces the family's rule. */
interface PlatformOptions extends FactOptions {
  readonly code: string;
  readonly aliases?: readonly AliasOptions[];
  readonly needsEnv: boolean;
  readonly mediaType?: MediaTypeRules<undefined>;
}

/** Defines one such platform: a call for each imp; a reply must have a seat; bids are in USD and state their `mtype`. */
export function sourceEnvironment({ needsEnv, ...options }: PlatformOptions): BidderDefinition {
  return defineBidder({
    mediaType: [
      mtypeAmong(['banner', 'video', 'native'], ({ impid }) => `unable to fetch mediaType in multi-format: ${impid}`),
    ],
    ...options,
    params: needsEnv ? sourceAndEnv : sourceOnly,
    batch: 'perImp',
    macros: { SourceId: ({ params }) => params.pid, Host: ({ params }) => params.env },
    headers: ['json'],
    decode: aSeat('Array SeatBid cannot be empty'),
    currency: 'ignored',
  });
}
