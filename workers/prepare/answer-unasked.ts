/**
 * Composes the answers for which no bidder is asked: to a request that states its own response (implementation B 1; decisions, 'Stored
 * responses'), and to one that a plugin of the host rejects (implementation A 1, 'hook rejection').
 */
import type { PrepareMessage, Unasked } from '../../src/auction/messages.ts';
import { addWarning, type Problems } from '../../src/errors.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { textOf } from '../../src/openrtb/parsed-json.ts';
import { currencyOf } from '../../src/openrtb/request.ts';
import { chooseStatedSeats } from '../../src/stages/prepare/choose-stated-seats.ts';
import { buildAmpAnswer } from '../../src/stages/settle/build-amp-answer.ts';
import { buildResponse, type Seat } from '../../src/stages/settle/build-response.ts';
import type { RefusedRequest } from '../auction-plugins.ts';
import { packParts } from '../frame.ts';
import type { RequestRead } from './read-request.ts';
import { mostCharacters } from './stand-ins.ts';
import { storedById } from './stored-objects.ts';

/** The service's namespace, and the collector of warnings. */
interface UnaskedTerms {
  readonly namespace: string;
  readonly warnings: Problems;
}

type UnaskedAnswer = Omit<Unasked, 'ok' | 'channel'>;

/** The answer without an auction; undefined for every request that gets an auction. */
export function answerUnasked(
  read: RequestRead,
  message: PrepareMessage,
  terms: UnaskedTerms,
): UnaskedAnswer | undefined {
  if (read.refused !== undefined) return refusedAnswer(read, message, { ...terms, ...read.refused });
  return read.svc.storedauctionresponse === undefined ? undefined : statedAnswer(read, message, terms);
}

/** No bids, and OpenRTB's reason (`nbr`); an AMP page gets no keys. */
function refusedAnswer(
  read: RequestRead,
  message: PrepareMessage,
  { plugin, refusal, ...terms }: RefusedRequest & UnaskedTerms,
): UnaskedAnswer {
  addWarning(terms.warnings, `${refusal.message ?? 'no auction'} (plugin ${plugin} of the host)`);
  const response = { ...emptyResponse([], message, { ...terms, read }), nbr: refusal.nbr };
  return packed(message.entryPoint === 'amp' ? buildAmpAnswer(response, [], terms.namespace) : response);
}

/**
 * The answer with the stated seats unchanged: they are neither checked as bids nor priced, cached or given keys, and the rest of the
 * request is not validated. Undefined for AMP: a page could fetch none of these bids from the cache.
 */
function statedAnswer(read: RequestRead, message: PrepareMessage, terms: UnaskedTerms): UnaskedAnswer | undefined {
  const { entryPoint, stored } = message;
  const { namespace, warnings } = terms;
  if (entryPoint === 'amp') return undefined;
  const texts = storedById(stored, 'responses', textOf);
  const chosen = chooseStatedSeats(read.request, { namespace, textOf: (id) => texts.get(id), mostCharacters });
  if (chosen === undefined) return undefined;
  const { seats, fault } = chosen;
  if (fault !== undefined) addWarning(warnings, fault);
  addWarning(warnings, `no auction: the response is what ext.${namespace}.storedauctionresponse says`);
  return { ...packed(emptyResponse(seats, message, { ...terms, read })), ...(fault !== undefined && { fault }) };
}

/** The response with these seats and nothing from bidders. */
function emptyResponse(
  seats: readonly Seat[],
  { admitted }: PrepareMessage,
  { read: { request }, ...terms }: UnaskedTerms & { readonly read: RequestRead },
): JsonObject {
  return buildResponse({
    ...terms,
    id: request.id ?? '',
    cur: currencyOf(request),
    seats,
    responsetimemillis: new Map(),
    tmaxrequest: admitted.tmax,
    errors: new Map(),
    debug: undefined,
    seatnonbid: undefined,
    fledge: [],
    passthrough: undefined,
  });
}

function packed(answer: JsonObject): UnaskedAnswer {
  const { bytes, ranges } = packParts([JSON.stringify(answer)]);
  return { bytes, answer: ranges[0]! };
}
