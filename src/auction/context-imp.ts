/** What the first hop passes to the second about each imp: how the bids on it are treated (house, 'The journey'). */
import type { Size } from '../openrtb/banner.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';

/** Values that an imp wants repeated on each of its bids. Absent members are not requested. */
export interface ImpEcho {
  /** Its `video`, as `options.echovideoattrs` asks for (spec 4.1.12). */
  readonly storedrequestattributes?: JsonObject | undefined;
  /** The client's own pass-through value (implementation A 2.6). */
  readonly passthrough?: unknown;
}

/** The facts about an imp that decide how its bids are treated. */
export interface ImpTerms {
  readonly types: readonly MediaType[];
  /** True for `video.placement` over 1 (spec 4.1.2). */
  readonly outstream: boolean;
  /** The imp counts as outstream by its `plcmt` for `bidadjustments` rules; absent if it does not, or if there are no such rules. */
  readonly accompanying?: true | undefined;
  /** Its `exp` in seconds, 0 for none. */
  readonly exp: number;
  /** Values repeated on its bids, by their name in `ext.<namespace>`. */
  readonly echo?: ImpEcho | undefined;
  /** The native request as text, in apps: its asset types tell an icon from another image. */
  readonly native?: string | undefined;
  /** Absent where creatives are not checked, or not against this imp. */
  readonly creative?: CreativeTerms | undefined;
  /** Undefined where the account does not enforce floors, or the imp has none. */
  readonly floor?: ContextFloor | undefined;
}

/** The limits that an imp sets for creatives. */
export interface CreativeTerms {
  /** The largest width and the largest height of its banner sizes, which may come from two sizes; undefined: any size. */
  readonly largest?: Size | undefined;
  readonly secure: boolean;
}

/** The lowest price for bids on an imp (implementation A 2.6, `floors`). */
export interface ContextFloor {
  readonly value: number;
  readonly cur: string;
  /** The rule that set this floor, and its own value; undefined where no rule did. */
  readonly rule?: string | undefined;
  readonly ruleValue?: number | undefined;
}

/**
 * The terms for a bidder that receives its own version of the imp. What may be as long as the request is absent where it is the imp's own;
 * null: none.
 */
export interface OwnTerms extends Omit<ImpTerms, 'echo' | 'native'> {
  readonly echo?: ImpEcho | null | undefined;
  readonly native?: string | null | undefined;
}

/** One imp of the auction. */
export interface ContextImp extends ImpTerms {
  readonly id: string;
  /** Places in the context's `bidders`, in the order in which the imp names them. */
  readonly bidders: readonly number[];
  /** By place in the context's `bidders`: terms for bidders that receive their own version of the imp. */
  readonly own?: { readonly [bidder: number]: OwnTerms } | undefined;
  /** By place in the context's `bidders`: floors for bidders that receive the imp with only its floor changed; null for no floor. */
  readonly floors?: { readonly [bidder: number]: ContextFloor | null } | undefined;
}
