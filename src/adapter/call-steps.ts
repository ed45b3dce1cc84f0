/**
 * The types of the steps that build a bidder's calls (bidders, 'One small definition each'): what the steps for an imp, a body, a URL or
 * a header receive and return.
 */
import type { Imp } from '../openrtb/imp.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type { AuctionFacts, Bidder } from './contract.ts';
import type { Refusal } from './refusal.ts';

/** The request as one bidder sees it, without imps. Frozen. */
export type SharedRequest = Readonly<Omit<BidRequest, 'imp'>>;

/** What all steps of one bidder receive. `ready` is the result of the definition's `ready`. */
export interface StepContext<R = unknown> {
  readonly request: SharedRequest;
  readonly bidder: Bidder;
  /** The bidder's name in this auction: its code or an alias. */
  readonly name: string;
  readonly auction: AuctionFacts;
  readonly ready: R;
}

/** What a step for an imp receives besides the imp. */
export interface ImpContext<P = JsonObject, R = unknown> extends StepContext<R> {
  /** The imp's params. They fit the schema, except if an adapter is called directly: then required members may be missing. */
  readonly params: P;
}

/** An imp after its steps, with `ext.bidder`. `at` is its index in the bidder request's `imps`. */
export interface ShapedImp<P = JsonObject> {
  readonly imp: Imp;
  readonly params: P;
  readonly at: number;
  /**
   * The parts of the imp's text: `base` is the shared imp, `own` overrides its members, `ext` is its extension without params (ignored if
   * `own` has an `ext`), and `given` is the params as they are in the request, null members included.
   */
  readonly base: Imp;
  readonly own: Changes<Imp>;
  readonly ext: Imp['ext'];
  readonly given: JsonObject;
}

/** What a step for a call receives. `params` are those of the call's first imp. */
export interface CallContext<P = JsonObject, R = unknown> extends ImpContext<P, R> {
  readonly imps: readonly ShapedImp<P>[];
}

/**
 * An imp as its steps see it. `device?: never` makes the compiler reject a step for imps that is listed in `body`: no request is an
 * `ImpView`.
 */
export type ImpView = Readonly<Imp> & { readonly device?: never };

/** Changes one imp. Returns overrides of its members, null for no change, or why the imp is not offered. */
export type ImpStep<P, R = unknown> = (imp: ImpView, c: ImpContext<P, R>) => Changes<Imp> | Refusal | null;

/** Changes the request of one call. Returns overrides of its members (`imp` too), null for no change, or why the call is not made. */
export type BodyStep<P, R = unknown> = (
  request: SharedRequest,
  c: CallContext<P, R>,
) => Changes<BidRequest> | Refusal | null;

/** Checks all imps together after their steps. Returns null, or why no call is made. */
export type ImpsCheck<P, R = unknown> = (imps: readonly ShapedImp<P>[], c: StepContext<R>) => Refusal | null;

/**
 * How imps are grouped into calls: all in one, one call per imp, or by rules. Imps with equal `by` share a call (undefined: a call of its
 * own), imps with equal `apart` never do, and a call has at most `chunk` imps.
 */
export type Batch<P, R> =
  | 'all'
  | 'perImp'
  | {
      readonly by?: (imp: ShapedImp<P>, c: ImpContext<P, R>) => string | number | undefined;
      readonly apart?: (imp: ShapedImp<P>) => string;
      readonly chunk?: number;
    };

/** The value of a macro; undefined counts as ''. */
export type MacroValue = string | number | undefined;

/**
 * Computes an endpoint macro's value, which is then encoded for its place in the URL. With `as: 'path'` the value may hold several path
 * segments.
 */
export type Macro<P, R> =
  | ((c: CallContext<P, R>) => MacroValue | Refusal)
  | { readonly as: 'path'; readonly of: (c: CallContext<P, R>) => MacroValue | Refusal };

/** Returns header names and values, alternating. A header whose value is '' is left out. */
export type HeaderSource<P, R> = (request: SharedRequest, c: CallContext<P, R>) => readonly string[];
