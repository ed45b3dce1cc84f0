/** Composes a bidder's calls: those that its adapter makes, plus what every bidder gets (spec 9). */
import type { Call } from '../../src/adapter/adapter-results.ts';
import type { Bidder, BidderImp, BidderRequest } from '../../src/adapter/contract.ts';
import type { ContextCall } from '../../src/auction/context.ts';
import { addProblem, errorCode } from '../../src/errors.ts';
import { freezeDeep } from '../../src/openrtb/freeze.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { mediaTypes, type MediaType } from '../../src/openrtb/media-types.ts';
import type { Asking, ReadyCall } from './asking.ts';
import { bidderBug } from '../code-bug.ts';
import type { Compression } from './compression.ts';

/** The adapter's calls. An adapter that throws has a bug: it costs only that bidder, and is noted. */
export function makeCalls(request: BidderRequest, { errors, bugs }: Asking): readonly Call[] {
  if (request.bidder.adapter.hasCode) freeze(request);
  try {
    const { calls, problems } = request.bidder.adapter.makeCalls(request);
    for (const problem of problems) addProblem(errors, request.name, problem);
    if (calls.length === 0 && problems.length === 0) {
      addProblem(errors, request.name, { code: errorCode.unknown, message: 'the adapter built no request' });
    }
    return calls;
  } catch (error) {
    bugs.push(bidderBug(request.bidder.configured, error));
    addProblem(errors, request.name, { code: errorCode.unknown, message: 'the adapter failed to build a request' });
    return [];
  }
}

/** A step that changes its input must fail rather than disturb the next bidder or auction. */
function freeze({ bidder, request, own, imps, auction, fragments }: BidderRequest): void {
  for (const part of [request, own, imps, auction]) freezeDeep(part);
  Object.freeze(bidder);
  Object.freeze(fragments);
}

/** The call with the headers of this auction, its body compressed if the bidder wants that. `name` is the bidder's code or alias. */
export function readyCall(
  call: Call,
  name: string,
  { bidder, isSecondary, headers, compression }: ReadyFor,
): ReadyCall {
  const { method, uri, body, timeoutUri } = call;
  const zipped = bidder.endpointCompression === 'gzip' && body !== '';
  const type = body === '' || call.headers.includes('content-type') ? untyped : json;
  const all = type.concat(call.headers, headers);
  if (zipped) all.push('content-encoding', 'gzip');
  const { replyHeaders } = bidder.adapter;
  let record: ReadyCall['record'] = { bidder: name, method, uri, headers: all };
  if (bidder.configured !== name) record = { ...record, configured: bidder.configured };
  if (replyHeaders.length > 0) record = { ...record, replyHeaders };
  if (isSecondary) record = { ...record, isSecondary };
  if (timeoutUri !== undefined) record = { ...record, timeoutUri };
  return {
    record,
    body: zipped ? compression.gzip(call.pieces ?? ['', body]) : (call.pieces ?? body),
  };
}

/** A body whose adapter states no content type is JSON. */
const json = ['content-type', 'application/json'];
const untyped: readonly string[] = [];

/** The media types of the imps at `places` as sent to the bidder; undefined when each has those of the auction's imp (`wholeAt`). */
export function sentTypes(
  places: readonly number[],
  sent: readonly BidderImp[],
  wholeAt: (place: number) => Imp,
): ContextCall['types'] {
  if (places.every((at) => isWhole(sent[at]!, wholeAt(at)))) return undefined;
  return places.map((at) => mediaTypes.filter((type) => hasType(sent[at]!, type)));
}

function isWhole(sent: BidderImp, whole: Imp): boolean {
  if (sent.imp === whole && sent.own === nothingOwn) return true;
  for (const type of mediaTypes) if (hasType(sent, type) !== (whole[type] !== undefined)) return false;
  return true;
}

/** The `own` of an imp from which nothing was removed. */
export const nothingOwn: BidderImp['own'] = Object.freeze({});

function hasType({ imp, own }: BidderImp, type: MediaType): boolean {
  return (type in own ? own[type] : imp[type]) !== undefined;
}

interface ReadyFor {
  readonly bidder: Bidder;
  readonly isSecondary: boolean;
  readonly headers: readonly string[];
  readonly compression: Compression;
}
