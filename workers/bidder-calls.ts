/** Composes a bidder's calls: as its adapter makes them, with what every bidder gets (spec 9). */
import { gzipSync } from 'node:zlib';
import type { Bidder, BidderRequest, Call } from '../src/adapter/contract.ts';
import { addProblem, errorCode } from '../src/errors.ts';
import type { Asking, ReadyCall } from './asking.ts';

/** The adapter's calls. One that throws is a bug of that bidder, and costs that bidder alone. */
export function makeCalls(request: BidderRequest, { errors }: Asking): readonly Call[] {
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

/** The call with the headers of this auction, its body compressed if the bidder wants that. `name` is the bidder's code or alias. */
export function readyCall(call: Call, name: string, { bidder, headers }: ReadyFor): ReadyCall {
  const zipped = bidder.endpointCompression === 'gzip' && call.body !== '';
  return {
    bidder: name,
    method: call.method,
    uri: call.uri,
    headers: [...call.headers, ...headers, ...(zipped ? ['content-encoding', 'gzip'] : [])],
    body: zipped ? gzipSync(call.body) : call.body,
  };
}

interface ReadyFor {
  readonly bidder: Bidder;
  readonly headers: readonly string[];
}
