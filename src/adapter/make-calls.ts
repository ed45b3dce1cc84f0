/** Decides the calls of one bidder (bidders, 'One small definition each'): imps shaped, spread over calls, each call addressed and written. */
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

/** The part of a definition that makes calls, with every default filled in. */
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

/** What a bidder's settings were made into, once: its endpoint, and the result of the definition's own `ready`. */
export interface Ready<R> {
  readonly endpoint: Endpoint;
  readonly own: R;
}

/** Why a call leads nowhere. */
class NoAddress extends Refusal {}

/** The calls to one bidder; a refused imp or call leaves its problem. Nothing given is changed. */
export function makeCalls<P, R>(options: CallOptions<P, R>, request: BidderRequest): Calls {
  const { bidder, name, auction } = request;
  const ready = bidder.ready as Ready<R>;
  const view: SharedRequest =
    Object.keys(request.own).length === 0 ? request.request : ({ ...request.request, ...request.own } as SharedRequest);
  const context = { request: view, bidder, name, auction, ready: ready.own };
  const problems: Problem[] = [];
  const tell = ({ problem }: Refusal): unknown => problem && problems.push(problem);
  const contextFor = (imps: readonly ShapedImp<P>[]) => ({ ...context, imps, params: imps[0]!.params });
  const calls: Call[] = [];
  for (const imps of batchImps(options.batch, shapeImps(options, request, { context, problems }), context)) {
    let call = makeCall(options, request, contextFor(imps));
    if (call instanceof NoAddress) {
      // Params of one imp may spoil the address of all: the others go on without it.
      const others = imps.filter((imp) => isAddressed(options, request, contextFor([imp])));
      if (others.length > 0 && others.length < imps.length) {
        tell(call);
        call = makeCall(options, request, contextFor(others));
      }
    }
    if (call instanceof Refusal) tell(call);
    else calls.push(call);
  }
  return { calls, problems };
}

/** True when the imp of the call would be asked for if it were alone. */
function isAddressed<P, R>(options: CallOptions<P, R>, given: BidderRequest, c: CallContext<P, R>): boolean {
  const shaped = shapeBody(options.body, given, c);
  return !(shaped instanceof Refusal) && !(addressOf(options, { ...c, request: shaped.view }) instanceof Refusal);
}

function makeCall<P, R>(options: CallOptions<P, R>, given: BidderRequest, c: CallContext<P, R>): Call | Refusal {
  const shaped = shapeBody(options.body, given, c);
  if (shaped instanceof Refusal) return shaped;
  const { own, view } = shaped;
  const called = view === c.request ? c : { ...c, request: view };
  const uri = addressOf(options, called);
  if (uri instanceof Refusal) return new NoAddress(uri.problem);
  const body = writeBody(options, { given, own }, called);
  if (body instanceof Refusal) return body;
  const call: Call = {
    method: options.method,
    uri,
    headers: options.headers(view, called),
    body: typeof body === 'string' ? body : body[0] + body[1],
    pieces: typeof body === 'string' ? undefined : body,
    imps: placesOf(c.imps),
    impids: own.imp?.map(({ id }) => id ?? '') ?? c.imps.map(idOf),
    note: options.note?.(called),
  };
  const { timeoutUrl } = options;
  if (timeoutUrl === undefined || !c.auction.tellsTimeouts) return call;
  const timeoutUri = addressOf({ ...options, url: (_, c) => timeoutUrl(c) }, called);
  // The call is made all the same where there is none.
  return timeoutUri instanceof Refusal ? call : { ...call, timeoutUri };
}

/** Each imp's place once: pieces of one imp stand side by side. */
function placesOf(imps: readonly ShapedImp<unknown>[]): number[] {
  const places: number[] = [];
  for (const { at } of imps) if (places.at(-1) !== at) places.push(at);
  return places;
}

/** The id as sent, without looking at the imp as steps see it. */
function idOf({ own, base }: ShapedImp<unknown>): string {
  return own.id ?? base.id ?? '';
}

/** What stands in place of the shared request's members, and the request as that makes it. */
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

/** The endpoint with its macros filled, or what `url` makes of it if that leads where it may. */
function addressOf<P, R>({ macros, url, admitsHost }: CallOptions<P, R>, c: CallContext<P, R>): string | Refusal {
  const ready = c.bidder.ready as Ready<R>;
  const endpoint = fillEndpoint(ready.endpoint, macros, c);
  if (endpoint instanceof Refusal || url === undefined) return endpoint;
  const uri = url(endpoint, c);
  if (uri instanceof Refusal) return uri;
  return admittedUrl(uri, { endpoint, admitsHost: (host) => admitsHost?.(host, endpoint, ready.own) === true });
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
