/**
 * A bidder is one small definition (bidders, 'One small definition each'): facts, and its behaviour as lists of pure steps.
 *
 *     export default defineBidder({
 *       code: 'acme', endpoint: 'https://{{.Host}}.acme.com/bid?k={{.Key}}', gvlVendorId: 7, ortbVersion: '2.6',
 *       capabilities: { site: ['banner', 'video'], app: ['banner'] },
 *       params: Type.Object({ key: Type.String(), region: Type.Optional(Type.String()) }),
 *       imp: [tagId((p) => p.key), floorIn('USD'), bannerSize()],     // steps/imp.ts, floor.ts, size.ts: each sees what the one before left
 *       batch: 'perImp',                                              // or 'all' (default), {by: (imp) => key}, {chunk: 10}
 *       body: [publisherId((c) => c.params.key), set({ cur: ['USD'] })],  // steps/body.ts, any.ts: once for each call
 *       macros: { Host: (c) => c.params.region ?? 'eu', Key: (c) => c.params.key },  // encoded and checked for their place in the URL
 *       headers: ['json', 'ortb26', 'ua', 'ip'],                      // headers.ts says what each word sends
 *       mediaType: ['mtype', 'imp'],                                  // media-type.ts; a bid that no rule knows is dropped
 *       currency: 'ignored',                                          // USD whatever the reply says; 'response' is the default
 *       bid: [priceMacro('adm', 'nurl')],                             // steps/bid.ts
 *     });
 *
 * A step returns overrides of members (`undefined` removes one), null for no change, or `refuse('why')`; it mutates nothing.
 * All options: definition.ts. What steps receive: call-steps.ts, reply-steps.ts. What runs when, and how it is tested:
 * test/bidders/README.md. A URL that macros cannot express: `url`. A private protocol: `encode`, `decode`. Data of the request that
 * reading the reply needs: `note`. A notice to the bidder when no reply came: `timeoutUrl`. A family of bidders: a function that
 * returns `defineBidder(…)`.
 */
import type { Static, TSchema } from 'typebox';
import { definitionFaults } from './check-definition.ts';
import type { Adapter, Bidder } from './contract.ts';
import type { BidderOptions } from './definition.ts';
import { readEndpoint } from './endpoint.ts';
import { readFacts, type AliasOptions, type BidderFacts } from './facts.ts';
import { headersOf } from './headers.ts';
import { makeCalls, type CallOptions, type Ready } from './make-calls.ts';
import { mediaTypeRules, usualTypes } from './media-type.ts';
import { schemaCheck, typesCheck } from './params.ts';
import { exampleParams } from './params-example.ts';
import { readReply, type ReplyOptions } from './read-reply.ts';

/** A bidder that this version knows: its facts, its adapter and its other names. */
export interface BidderDefinition {
  readonly code: string;
  readonly facts: BidderFacts;
  /** JSON schema of the params. */
  readonly params: TSchema;
  /** Params that fit the schema, for the documentation. */
  readonly example: unknown;
  readonly aliases: readonly AliasOptions[];
  readonly adapter: Adapter;
}

/** Builds a definition. Throws an Error that lists everything that keeps it from working, such as an unknown macro or an invalid URL. */
export function defineBidder<P extends TSchema, R = undefined>(options: BidderOptions<P, R>): BidderDefinition {
  const { code, params, aliases = [], example = exampleParams(params) } = options;
  const adapter = adapterOf(options);
  const definition: BidderDefinition = { code, facts: readFacts(options), params, example, aliases, adapter };
  const faults = definitionFaults({ ...options, aliases, macros: macroNames(options) });
  if (faults.length > 0) throw new Error(`${code}: ${faults.join('; ')}`);
  return definition;
}

function adapterOf<P extends TSchema, R>(options: BidderOptions<P, R>): Adapter {
  const calls = callOptions(options);
  const replies = replyOptions(options);
  const names = macroNames(options);
  return {
    code: options.code,
    replyHeaders: [
      ...(options.replyHeaders ?? []),
      ...(options.faultHeader === undefined ? [] : [options.faultHeader]),
    ],
    hasCode: seesRequest(options),
    makeReady: (bidder: Omit<Bidder, 'ready'>): Ready<R> => ({
      endpoint: readEndpoint(bidder.endpoint, names),
      byDefinition: options.ready?.(bidder) as R,
    }),
    paramsFault: schemaCheck(options.params),
    makeCalls: (request) => makeCalls(calls, request),
    readReply: (reply) => readReply(replies, reply),
  };
}

/** True if a function of the definition receives the request or its imps. */
function seesRequest<P extends TSchema, R>(options: BidderOptions<P, R>): boolean {
  const { imp, together, body, split, encode, url, timeoutUrl, note, macros, headers = [], batch } = options;
  if ([imp, together, body, split, encode, url, timeoutUrl, note, macros].some((word) => word !== undefined))
    return true;
  return headers.some((word) => typeof word === 'function') || typeof batch === 'object';
}

function macroNames<P extends TSchema, R>({ macros = {} }: BidderOptions<P, R>): ReadonlySet<string> {
  return new Set(Object.keys(macros));
}

function callOptions<P extends TSchema, R>(options: BidderOptions<P, R>): CallOptions<Static<P>, R> {
  return {
    checkTypes: options.readsParams === false ? () => undefined : typesCheck(options.params),
    steps: options.imp ?? [],
    split: options.split,
    onImpError: options.onImpError ?? 'drop',
    together: options.together ?? [],
    says: options.says ?? {},
    batch: options.batch ?? 'all',
    body: options.body ?? [],
    macros: options.macros ?? {},
    url: options.url,
    timeoutUrl: options.timeoutUrl,
    admitsHost: options.admitsHost,
    headers: headersOf(options.headers ?? []),
    method: options.method ?? 'POST',
    encode: options.encode,
    note: options.note,
  };
}

function replyOptions<P extends TSchema, R>(options: BidderOptions<P, R>): ReplyOptions<R> {
  return {
    status: options.status ?? {},
    faultHeader: options.faultHeader,
    says: options.says ?? {},
    decode: options.decode,
    currency: options.currency ?? 'response',
    impid: options.impid,
    mediaType: mediaTypeRules(options.mediaType ?? usualTypes),
    onBidError: options.onBidError ?? 'drop',
    bid: options.bid ?? [],
    seat: options.seat,
    video: options.video,
    meta: options.meta,
    dealpriority: options.dealpriority,
    fledge: options.fledge,
  };
}
