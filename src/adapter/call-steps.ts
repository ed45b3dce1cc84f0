/** Decides what the steps that make a bidder's calls are given and return (bidders, 'One small definition each'): for imps, for a call's body, URL and headers. */
import type { Imp } from '../openrtb/imp.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type { AuctionFacts, Bidder } from './contract.ts';
import type { Refusal } from './refusal.ts';

/** The request as one bidder sees it, without imps. Frozen. */
export type SharedRequest = Readonly<Omit<BidRequest, 'imp'>>;

/** What a step for an imp is given beside the imp. `ready` is what the definition's `ready` returned. */
export interface ImpContext<P = JsonObject, R = unknown> {
  /** The imp's params; a schema's required members may be missing when the host does not validate. */
  readonly params: P;
  readonly request: SharedRequest;
  readonly bidder: Bidder;
  /** The bidder's name in this auction: its code or an alias. */
  readonly name: string;
  readonly auction: AuctionFacts;
  readonly ready: R;
}

/** An imp after its steps, with `ext.bidder`; `at` is its place in the bidder request. */
export interface ShapedImp<P = JsonObject> {
  readonly imp: Imp;
  readonly params: P;
  readonly at: number;
  /**
   * For the imp's text: the shared imp, what stands in its place, and its `ext` without params (unless `own` has one) with
   * the params as the request has them, null members and all.
   */
  readonly base: Imp;
  readonly own: Changes<Imp>;
  readonly ext: Imp['ext'];
  readonly given: JsonObject;
}

/** What a step for a call is given: `params` are those of its first imp. */
export interface CallContext<P = JsonObject, R = unknown> extends ImpContext<P, R> {
  readonly imps: readonly ShapedImp<P>[];
}

/** An imp as its steps see it. No request is one: what is a step for an imp has no place in `body`. */
export type ImpView = Readonly<Imp> & { readonly device?: never };

/** Changes one imp: what stands in place of its members, null for nothing, or why the imp is not offered. */
export type ImpStep<P, R = unknown> = (imp: ImpView, c: ImpContext<P, R>) => Changes<Imp> | Refusal | null;

/** Changes the request of one call (`imp` may be replaced too), null for nothing, or why the call is not made. */
export type BodyStep<P, R = unknown> = (
  request: SharedRequest,
  c: CallContext<P, R>,
) => Changes<BidRequest> | Refusal | null;

/** Looks at all imps together after their steps: null, or why nothing is asked. */
export type ImpsCheck<P, R = unknown> = (
  imps: readonly ShapedImp<P>[],
  c: Omit<ImpContext<P, R>, 'params'>,
) => Refusal | null;

/** How imps are spread over calls: one call, one each, by equal keys (undefined: a call of its own), no two of one `apart` in one, at most `chunk` in one. */
export type Batch<P, R> =
  | 'all'
  | 'perImp'
  | {
      readonly by?: (imp: ShapedImp<P>, c: ImpContext<P, R>) => string | number | undefined;
      readonly apart?: (imp: ShapedImp<P>) => string;
      readonly chunk?: number;
    };

/** What a macro may stand for; undefined is ''. */
export type MacroValue = string | number | undefined;

/** The value of an endpoint's macro; it is encoded for its place in the URL. `path` may hold several segments. */
export type Macro<P, R> =
  | ((c: CallContext<P, R>) => MacroValue | Refusal)
  | { readonly as: 'path'; readonly of: (c: CallContext<P, R>) => MacroValue | Refusal };

/** A header, or several, that many bidders want: headers.ts says which. */
export type HeaderWord =
  | 'json'
  | 'jsonPlain'
  | 'contentType'
  | 'contentTypePlain'
  | 'accept'
  | 'ortb'
  | 'ortb25'
  | 'ortb26'
  | 'ua'
  | 'ip'
  | 'ipv4'
  | 'ipOrIpv6'
  | 'ipv6OrIp'
  | 'language'
  | 'dnt'
  | 'referer'
  | 'ref'
  | 'origin'
  | 'basicAuth';

/** Header names and values by turns; one whose value is '' is left out. */
export type HeaderSource<P, R> = (request: SharedRequest, c: CallContext<P, R>) => readonly string[];
