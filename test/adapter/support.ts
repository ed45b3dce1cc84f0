/** What tests of the adapters need: a bidder of a definition, its request, its calls and the reading of its replies. */
import type { Calls, ReadReply } from '../../src/adapter/adapter-results.ts';
import type { AuctionFacts, Bidder, BidderRequest, Reply } from '../../src/adapter/contract.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { CallContext, ImpContext } from '../../src/adapter/call-steps.ts';
import { makeBidder } from '../../src/adapter/registry.ts';
import { rateFinder } from '../../src/money/convert.ts';
import { Fragments } from '../../src/openrtb/fragments.ts';
import { freezeDeep } from '../../src/openrtb/freeze.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';

/** The facts of an auction in the namespace `svc`, at the beginning of 2026, with one rate: a euro is 1.25 dollars. */
export const auction: AuctionFacts = {
  namespace: 'svc',
  entryPoint: '',
  nowMs: Date.UTC(2026, 0, 1),
  rateOf: rateFinder({ rates: { EUR: { USD: 1.25 } } }, undefined),
  mintId: () => '00000000-0000-4000-8000-000000000000',
  randomInteger: () => 7,
  tellsTimeouts: true,
  host: { externalUrl: 'https://host.example', version: '1.2.3', gvlVendorId: '', dataCenter: '' },
};

/** The bidder of a definition; `merged` replaces its facts. */
export function bidderOf(definition: BidderDefinition, merged: object = {}): Bidder {
  const settings = { endpoint: 'https://bidder.example/bid', ...definition.facts, ...merged };
  return makeBidder({ code: definition.code, core: definition.code, definition, merged: settings });
}

/** One imp with the params of its bidder. */
export type ImpWithParams = Imp & { readonly params?: unknown };

/** The bidder's calls for these imps. Its input is frozen. */
export function callsOf(bidder: Bidder, imps: readonly ImpWithParams[], request: Partial<BidRequest> = {}): Calls {
  return bidder.adapter.makeCalls(requestOf(bidder, imps, request));
}

/** A frozen bidder request with these imps; one without an id is `i1`, `i2`, … by its place. */
export function requestOf(
  bidder: Bidder,
  imps: readonly ImpWithParams[],
  request: Partial<BidRequest> = {},
): BidderRequest {
  const given = imps.map(({ params = {}, ...imp }, at) => ({
    imp: { id: `i${at + 1}`, ...imp },
    own: {},
    params: params as JsonObject,
  }));
  const frozen = freezeDeep({ request: { id: 'r1', ...request }, own: {}, imps: given });
  return { bidder, name: bidder.code, ...frozen, fragments: new Fragments(), auction };
}

/** The body of the only call, parsed. Throws when there is not exactly one. */
export function bodyOf({ calls, problems }: Calls): JsonObject & { readonly imp: readonly Imp[] } {
  if (calls.length !== 1) throw new Error(`${calls.length} calls: ${JSON.stringify(problems)}`);
  return JSON.parse(calls[0]!.body) as JsonObject & { readonly imp: readonly Imp[] };
}

/** The calls for these imps of a definition's bidder with its own facts. */
export function callsFor(
  definition: BidderDefinition,
  imps: readonly ImpWithParams[],
  request: Partial<BidRequest> = {},
): Calls {
  return callsOf(bidderOf(definition), imps, request);
}

/** The body for one imp of a definition's bidder with its own facts. */
export function bodyFor(definition: BidderDefinition, imp: ImpWithParams, request: Partial<BidRequest> = {}) {
  return bodyOf(callsFor(definition, [imp], request));
}

/** The ids of the imps sent to a definition's bidder, and the problems of the others. */
export function outcome(definition: BidderDefinition, imps: readonly ImpWithParams[]) {
  const { calls, problems } = callsFor(definition, imps);
  return [calls.flatMap(({ impids }) => impids), problems.map(({ message }) => message)] as const;
}

/** The addresses of a definition's bidder, whose facts `merged` replaces, for a banner with each of these params on a site; and the problems. */
export function addressed(definition: BidderDefinition, all: readonly object[], merged: object = {}) {
  const imps = all.map((params) => ({ banner: { w: 300, h: 250 }, params }));
  const { calls, problems } = callsOf(bidderOf(definition, merged), imps, { site: {} });
  return { uris: calls.map(({ uri }) => uri), messages: problems.map(({ message }) => message) };
}

/** The bidder's reading of a reply to imps `i1`, `i2`, …, one for each entry of `types`. */
export function readingOf(
  bidder: Bidder,
  reply: Partial<Reply> & { readonly body?: unknown },
  types: readonly (readonly MediaType[])[] = [['banner']],
): ReadReply {
  const { body, ...rest } = reply;
  const imps = types.map((types, at) => ({ id: `i${at + 1}`, types }));
  const text = body === undefined ? '' : JSON.stringify(body);
  return bidder.adapter.readReply({
    namespace: 'svc',
    status: 200,
    text,
    headers: [],
    imps,
    note: undefined,
    bidder,
    ...rest,
  });
}

/** The media type that a definition's bidder gives a bid with these members, on an imp of these types. */
export function typeRead(definition: BidderDefinition, types: readonly MediaType[], more: object = {}) {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...more }] }] };
  return readingOf(bidderOf(definition), { body }, [types]).bids[0]?.type;
}

/** The context of a step for one imp or one call. */
export function contextOf<P>(params: P, more: Partial<CallContext<P>> = {}): CallContext<P> & ImpContext<P> {
  return {
    params,
    request: { id: 'r1' },
    bidder: undefined as unknown as Bidder,
    name: 'acme',
    auction,
    ready: undefined,
    imps: [],
    ...more,
  };
}
