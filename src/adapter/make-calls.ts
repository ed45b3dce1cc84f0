/**
 * Builds the calls to one bidder (bidders, 'One small definition each'): shapes imps, groups them into calls, writes URL, headers, body.
 */
import type { Problem } from '../errors.ts';
import type { TextPieces } from '../openrtb/fragments.ts';
import type { BidRequest } from '../openrtb/request.ts';
import { batchImps } from './batch-imps.ts';
import { bodyText } from './body-text.ts';
import type { Call, Calls } from './adapter-results.ts';
import type { BidderRequest } from './contract.ts';
import type { Batch, BodyStep, CallContext, HeaderSource, ShapedImp, SharedRequest } from './call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { admittedUrl, fillEndpoint, type Endpoint, type Macros } from './endpoint.ts';
import { Refusal } from './refusal.ts';
import { shapeImps, type ImpOptions } from './shape-imps.ts';

/** The part of a definition that makes calls, with all defaults filled in. */
export interface CallOptions<P, R> extends ImpOptions<P, R> {
  readonly batch: Batch<P, R>;
  readonly body: readonly BodyStep<P, R>[];
  readonly macros: Macros<P, R>;
  readonly url: ((endpoint: string, c: CallContext<P, R>) => string | Refusal) | undefined;
  readonly timeoutUrl: ((c: CallContext<P, R>) => string | Refusal) | undefined;
  readonly admitsHost: ((host: string, endpoint: string, ready: R) => boolean) | undefined;
  readonly headers: HeaderSource<P, R>;
  readonly method: 'POST' | 'GET';
  readonly encode: ((request: BidRequest, c: CallContext<P, R>) => unknown) | undefined;
  readonly note: ((c: CallContext<P, R>) => unknown) | undefined;
}

/** A bidder's settings, prepared once: its parsed endpoint, and the result of the definition's `ready`. */
export interface Ready<R> {
  readonly endpoint: Endpoint;
  readonly byDefinition: R;
}

/** The refusal of a call that has no valid URL. */
class NoAddress extends Refusal {}

/** The calls to one bidder, and the problems of refused imps and calls. Mutates nothing. */
export function makeCalls<P, R>(options: CallOptions<P, R>, request: BidderRequest): Calls {
  const { bidder, name, auction } = request;
  const ready = bidder.ready as Ready<R>;
  const view: SharedRequest =
    Object.keys(request.own).length === 0 ? request.request : { ...request.request, ...request.own };
  const context = { request: view, bidder, name, auction, ready: ready.byDefinition };
  const problems: Problem[] = [];
  const report = ({ problem }: Refusal): unknown => problem && problems.push(problem);
  const contextFor = (imps: readonly ShapedImp<P>[]) => ({ ...context, imps, params: imps[0]!.params });
  const calls: Call[] = [];
  for (const imps of batchImps(options.batch, shapeImps(options, request, { context, problems }), context)) {
    let call = makeCall(options, request, contextFor(imps));
    if (call instanceof NoAddress) {
      // The params of one imp may break the URL of all: the others go on without it.
      const faults = imps.map((imp) => addressFault(options, request, contextFor([imp])));
      const others = imps.filter((_, at) => faults[at] === undefined);
      if (others.length > 0 && others.length < imps.length) {
        for (const fault of faults) if (fault !== undefined) report(fault);
        call = makeCall(options, request, contextFor(others));
      }
    }
    if (call instanceof Refusal) report(call);
    else calls.push(call);
  }
  return { calls, problems };
}

/** Why a call with this imp alone would have no valid URL; undefined if it would have one. */
function addressFault<P, R>(options: CallOptions<P, R>, given: BidderRequest, c: CallContext<P, R>) {
  const shaped = shapeBody(options.body, given, c);
  const address = shaped instanceof Refusal ? shaped : addressOf(options, { ...c, request: shaped.view });
  return address instanceof Refusal ? address : undefined;
}

function makeCall<P, R>(options: CallOptions<P, R>, given: BidderRequest, c: CallContext<P, R>): Call | Refusal {
  const shaped = shapeBody(options.body, given, c);
  if (shaped instanceof Refusal) return shaped;
  const { own, view } = shaped;
  const bodyContext = view === c.request ? c : { ...c, request: view };
  const uri = addressOf(options, bodyContext);
  if (uri instanceof Refusal) return new NoAddress(uri.problem);
  const body = writeBody(options, { given, own }, bodyContext);
  if (body instanceof Refusal) return body;
  const call: Call = {
    method: options.method,
    uri,
    headers: options.headers(view, bodyContext),
    body: typeof body === 'string' ? body : body[0] + body[1],
    pieces: typeof body === 'string' ? undefined : body,
    imps: placesOf(c.imps),
    impids: own.imp?.map(({ id }) => id ?? '') ?? c.imps.map(idOf),
    note: options.note?.(bodyContext),
  };
  const { timeoutUrl } = options;
  if (timeoutUrl === undefined || !c.auction.tellsTimeouts) return call;
  const timeoutUri = addressOf({ ...options, url: (_, c) => timeoutUrl(c) }, bodyContext);
  // The call is made even if there is no valid URL for this.
  return timeoutUri instanceof Refusal ? call : { ...call, timeoutUri };
}

/** The index of each imp, once: the pieces of a split imp are adjacent. */
function placesOf(imps: readonly ShapedImp<unknown>[]): number[] {
  const places: number[] = [];
  for (const { at } of imps) if (places.at(-1) !== at) places.push(at);
  return places;
}

/** The imp id as sent. Does not read `imp`, which would have to be built. */
function idOf({ own, base }: ShapedImp<unknown>): string {
  return own.id ?? base.id ?? '';
}

/** Runs the `body` steps. `own` holds all overrides of the shared request's members, `view` the request with them applied. */
function shapeBody<P, R>(
  steps: readonly BodyStep<P, R>[],
  given: BidderRequest,
  c: CallContext<P, R>,
): { own: Changes<BidRequest>; view: SharedRequest } | Refusal {
  let own: Changes<BidRequest> = given.own;
  let view = c.request;
  for (const step of steps) {
    const made = step(view, c);
    if (made === null) continue;
    if (made instanceof Refusal) return made;
    own = { ...own, ...made };
    view = { ...view, ...made } as SharedRequest;
  }
  return { own, view };
}

/** The endpoint with its macros filled, or the result of `url` if its host is admitted. */
function addressOf<P, R>({ macros, url, admitsHost }: CallOptions<P, R>, c: CallContext<P, R>): string | Refusal {
  const ready = c.bidder.ready as Ready<R>;
  const endpoint = fillEndpoint(ready.endpoint, macros, c);
  if (endpoint instanceof Refusal || url === undefined) return endpoint;
  const uri = url(endpoint, c);
  if (uri instanceof Refusal) return uri;
  const admission = {
    endpoint,
    admitsHost: (host: string) => admitsHost?.(host, endpoint, ready.byDefinition) === true,
  };
  return admittedUrl(uri, admission, c);
}

function writeBody<P, R>(
  { method, encode }: CallOptions<P, R>,
  { given, own }: { given: BidderRequest; own: Changes<BidRequest> },
  c: CallContext<P, R>,
): string | TextPieces | Refusal {
  if (encode === undefined) {
    if (method === 'GET') return '';
    return bodyText({ request: given.request, own, imps: c.imps as readonly ShapedImp[] }, given.fragments);
  }
  const imp = own.imp ?? c.imps.map(({ imp }) => imp);
  const body = encode({ ...c.request, imp }, c);
  if (body instanceof Refusal || typeof body === 'string') return body;
  return JSON.stringify(body);
}
