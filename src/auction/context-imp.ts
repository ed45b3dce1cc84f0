/** What the first hop leaves for the second of an imp: what becomes of the bids on it (house, 'The journey'). */
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';

/** What an imp wants to stand on each of its bids. Absent members are not asked for. */
export interface ImpEcho {
  /** Its `video`, as `options.echovideoattrs` asks for (spec 4.1.12). */
  readonly storedrequestattributes?: JsonObject | undefined;
  /** Whatever the client put into it for itself (implementation A 2.6). */
  readonly passthrough?: unknown;
}

/** What becomes of a bid depends on this of its imp. */
export interface ImpTerms {
  readonly types: readonly MediaType[];
  /** True for `video.placement` over 1 (spec 4.1.2). */
  readonly outstream: boolean;
  /** For rules of `bidadjustments` it is outstream by its `plcmt`; absent where that, or such rules, are not. */
  readonly accompanying?: true | undefined;
  /** Its `exp` in seconds, 0 for none. */
  readonly exp: number;
  /** What its bids show of it again, by name in `ext.<namespace>`. */
  readonly echo?: ImpEcho | undefined;
  /** Its native request as text, in apps: by the types of its assets they know an icon from a picture. */
  readonly native?: string | undefined;
  /** Absent where bids' creatives are not checked, or not against this imp. */
  readonly creative?: CreativeTerms | undefined;
  /** Undefined where the account keeps no floors, or the imp has none. */
  readonly floor?: ContextFloor | undefined;
}

/** What an imp holds its bids' creatives to. */
export interface CreativeTerms {
  /** The width of its widest banner and the height of its highest, which may be of two; undefined: any size. */
  readonly largest?: BannerSize | undefined;
  readonly secure: boolean;
}

/** Width and height, in device independent pixels. */
export interface BannerSize {
  readonly w: number;
  readonly h: number;
}

/** What bids on an imp must cost (implementation A 2.6, `floors`). */
export interface ContextFloor {
  readonly value: number;
  readonly cur: string;
  /** The rule that says so, and what it says; undefined where no rule does. */
  readonly rule?: string | undefined;
  readonly ruleValue?: number | undefined;
}

/** One imp of the auction. */
export interface ContextImp extends ImpTerms {
  readonly id: string;
  /** Places in the context's `bidders`, in the order in which the imp names them. */
  readonly bidders: readonly number[];
  /** By place there: for those that are offered the imp in a form of their own. */
  readonly own?: { readonly [bidder: number]: ImpTerms } | undefined;
  /** By place there: the floors of those that have the imp as it is but for its floor; null for none. */
  readonly floors?: { readonly [bidder: number]: ContextFloor | null } | undefined;
}
