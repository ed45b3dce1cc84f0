/** Composes a bidder's calls: as its adapter makes them, with what every bidder gets (spec 9). */
import { gzipSync } from 'node:zlib';
import {
  mediaTypes,
  type Bidder,
  type BidderImp,
  type BidderRequest,
  type Call,
  type MediaType,
} from '../src/adapter/contract.ts';
import type { ContextCall } from '../src/auction/context.ts';
import { addProblem, errorCode } from '../src/errors.ts';
import { freezeDeep } from '../src/openrtb/freeze.ts';
import type { Imp } from '../src/openrtb/imp.ts';
import type { Asking, ReadyCall } from './asking.ts';

/** The adapter's calls. One that throws is a bug of that bidder, and costs that bidder alone. */
export function makeCalls(request: BidderRequest, { errors }: Asking): readonly Call[] {
  if (request.bidder.adapter.hasCode) freeze(request);
  try {
    const { calls, problems } = request.bidder.adapter.makeCalls(request);
    for (const { code, message } of problems) addProblem(errors, request.name, code, message);
    if (calls.length === 0 && problems.length === 0) {
      addProblem(errors, request.name, errorCode.unknown, 'the adapter built no request');
    }
    return calls;
  } catch {
    addProblem(errors, request.name, errorCode.unknown, 'the adapter failed to build a request');
    return [];
  }
}

/** A step that changes what it is given must fail, not disturb the next bidder or auction. */
function freeze({ bidder, request, own, imps, auction, fragments }: BidderRequest): void {
  for (const part of [request, own, imps, auction]) freezeDeep(part);
  Object.freeze(bidder);
  Object.freeze(fragments);
}

/** The call with the headers of this auction, its body compressed if the bidder wants that. `name` is the bidder's code or alias. */
export function readyCall(call: Call, name: string, { bidder, headers }: ReadyFor): ReadyCall {
  const zipped = bidder.endpointCompression === 'gzip' && call.body !== '';
  const { replyHeaders } = bidder.adapter;
  const own = call.body === '' || call.headers.includes('content-type') ? call.headers : [...json, ...call.headers];
  return {
    bidder: name,
    method: call.method,
    uri: call.uri,
    headers: [...own, ...headers, ...(zipped ? ['content-encoding', 'gzip'] : [])],
    body: zipped ? gzipSync(call.body) : call.body,
    ...(replyHeaders.length > 0 && { replyHeaders }),
  };
}

/** A body of an adapter that names no type is JSON. */
const json = ['content-type', 'application/json'];

/** The media types of imps as the bidder was sent them; undefined when each has those of the auction's imp in `whole`. */
export function sentTypes(sent: readonly BidderImp[], whole: readonly Imp[]): ContextCall['types'] {
  const isWhole = sent.every((one, at) =>
    mediaTypes.every((type) => hasType(one, type) === (whole[at]![type] !== undefined)),
  );
  return isWhole ? undefined : sent.map((one) => mediaTypes.filter((type) => hasType(one, type)));
}

function hasType({ imp, own }: BidderImp, type: MediaType): boolean {
  return (type in own ? own[type] : imp[type]) !== undefined;
}

interface ReadyFor {
  readonly bidder: Bidder;
  readonly headers: readonly string[];
}
