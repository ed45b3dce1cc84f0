/**
 * A bidder is one small definition (bidders, 'One small definition each'): facts, and its behaviour as lists of pure steps.
 *
 *     export default defineBidder({
 *       code: 'acme', endpoint: 'https://{{.Host}}.acme.com/bid?k={{.Key}}', gvlVendorId: 7, ortbVersion: '2.6',
 *       capabilities: { site: ['banner', 'video'], app: ['banner'] },
 *       params: Type.Object({ key: Type.String(), region: Type.Optional(Type.String()) }),
 *       imp: [tagId((p) => p.key), floorIn('USD'), bannerSize()],     // steps/imp.ts, floor.ts: each sees what the one before made
 *       batch: 'perImp',                                              // or 'all' (default), {by: (imp) => key}, {chunk: 10}
 *       body: [publisherId((c) => c.params.key), set({ cur: ['USD'] })],  // steps/body.ts, any.ts: once for each call
 *       macros: { Host: (c) => c.params.region ?? 'eu', Key: (c) => c.params.key },  // encoded and checked for their place in the URL
 *       headers: ['json', 'ortb26', 'ua', 'ip'],                      // headers.ts says what each word sends
 *       mediaType: ['mtype', 'imp'],                                  // media-type.ts; a bid that no rule knows is dropped
 *       currency: 'ignored',                                          // USD whatever the reply says; 'response' is the default
 *       bid: [priceMacro('adm', 'nurl')],                             // steps/bid.ts
 *     });
 *
 * A step returns what stands in place of members (`undefined` removes one), null for nothing, or `refuse('why')`; it changes
 * nothing. All words: definition.ts; what steps are given: call-steps.ts, reply-steps.ts. What runs when, and how it is tested: test/bidders/README.md. A URL that macros cannot say: `url`. A private protocol: `encode`, `decode`.
 * What reading the reply must know of the request: `note`. What is to be told where no reply came: `timeoutUrl`. Family of bidders: a function that returns `defineBidder(…)`.
 */
import type { Static, TSchema } from 'typebox';
import { definitionFaults } from './check-definition.ts';
import type { Adapter, Bidder } from './contract.ts';
import type { BidderWords } from './definition.ts';
import { readEndpoint } from './endpoint.ts';
import { readFacts, type AliasWords, type BidderFacts } from './facts.ts';
import { headersOf } from './headers.ts';
import { makeCalls, type CallWords, type Ready } from './make-calls.ts';
import { mediaTypeRules, usualTypes } from './media-type.ts';
import { schemaCheck, typesCheck } from './params.ts';
import { exampleParams } from './params-example.ts';
import { readReply, type ReplyWords } from './read-reply.ts';

/** A bidder that this version knows: its facts, its adapter and its other names. */
export interface BidderDefinition {
  readonly code: string;
  readonly facts: BidderFacts;
  /** JSON schema of the params. */
  readonly params: TSchema;
  /** Params that fit the schema, for the documentation. */
  readonly example: unknown;
  readonly aliases: readonly AliasWords[];
  readonly adapter: Adapter;
}

/** Makes a definition of its words. Throws an Error that names all that keeps it from working: an unknown macro, an address that is no URL. */
export function defineBidder<P extends TSchema, R = undefined>(words: BidderWords<P, R>): BidderDefinition {
  const { code, params, aliases = [], example = exampleParams(params) } = words;
  const adapter = adapterOf(words);
  const definition: BidderDefinition = { code, facts: readFacts(words), params, example, aliases, adapter };
  const faults = definitionFaults({ ...words, aliases, macros: macroNames(words) });
  if (faults.length > 0) throw new Error(`${code}: ${faults.join('; ')}`);
  return definition;
}

function adapterOf<P extends TSchema, R>(words: BidderWords<P, R>): Adapter {
  const calls = callWords(words);
  const replies = replyWords(words);
  const names = macroNames(words);
  return {
    code: words.code,
    replyHeaders: [...(words.replyHeaders ?? []), ...(words.faultHeader === undefined ? [] : [words.faultHeader])],
    hasCode: seesRequest(words),
    makeReady: (bidder: Omit<Bidder, 'ready'>): Ready<R> => ({
      endpoint: readEndpoint(bidder.endpoint, names),
      own: words.ready?.(bidder) as R,
    }),
    paramsFault: schemaCheck(words.params),
    makeCalls: (request) => makeCalls(calls, request),
    readReply: (reply) => readReply(replies, reply),
  };
}

/** True when a function of the definition is given the request or its imps. */
function seesRequest<P extends TSchema, R>(words: BidderWords<P, R>): boolean {
  const { imp, together, body, split, encode, url, timeoutUrl, note, macros, headers = [], batch } = words;
  if ([imp, together, body, split, encode, url, timeoutUrl, note, macros].some((word) => word !== undefined))
    return true;
  return headers.some((word) => typeof word === 'function') || typeof batch === 'object';
}

function macroNames<P extends TSchema, R>({ macros = {} }: BidderWords<P, R>): ReadonlySet<string> {
  return new Set(Object.keys(macros));
}

function callWords<P extends TSchema, R>(words: BidderWords<P, R>): CallWords<Static<P>, R> {
  return {
    checkTypes: words.readsParams === false ? () => undefined : typesCheck(words.params),
    steps: words.imp ?? [],
    split: words.split,
    onImpError: words.onImpError ?? 'drop',
    together: words.together ?? [],
    says: words.says ?? {},
    batch: words.batch ?? 'all',
    body: words.body ?? [],
    macros: words.macros ?? {},
    url: words.url,
    timeoutUrl: words.timeoutUrl,
    admitsHost: words.admitsHost,
    headers: headersOf(words.headers ?? []),
    method: words.method ?? 'POST',
    encode: words.encode,
    note: words.note,
  };
}

function replyWords<P extends TSchema, R>(words: BidderWords<P, R>): ReplyWords<R> {
  return {
    status: words.status ?? {},
    faultHeader: words.faultHeader,
    says: words.says ?? {},
    decode: words.decode,
    currency: words.currency ?? 'response',
    impid: words.impid,
    mediaType: mediaTypeRules(words.mediaType ?? usualTypes),
    onBidError: words.onBidError ?? 'drop',
    bid: words.bid ?? [],
    seat: words.seat,
    video: words.video,
    meta: words.meta,
    dealpriority: words.dealpriority,
    fledge: words.fledge,
  };
}
