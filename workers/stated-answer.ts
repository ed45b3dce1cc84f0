/** Composes the answer of a request that states its own response: no imp is offered to anybody (implementation B 1; decisions, 'Stored responses'). */
import type { Config } from '../src/config/schema.ts';
import type { PrepareMessage, Stated } from '../src/auction/messages.ts';
import { addWarning, type Problems } from '../src/errors.ts';
import { textOf } from '../src/openrtb/parsed-json.ts';
import { currencyOf } from '../src/openrtb/request.ts';
import { chooseStatedSeats } from '../src/stages/prepare/choose-stated-seats.ts';
import { buildResponse } from '../src/stages/settle/build-response.ts';
import { packParts } from './frame.ts';
import type { RequestRead } from './read-request.ts';
import { mostCharacters } from './stand-ins.ts';

/** The host's settings, and who collects warnings. */
export interface StatedTerms {
  readonly config: Pick<Config, 'namespace'>;
  readonly warnings: Problems;
}

/**
 * The answer, whose seats are as they stand: neither checked as bids nor priced, cached or given keys, and the rest of the request
 * is not validated. Undefined for all other requests, and for AMP: a page could fetch none of these bids from the cache.
 */
export function statedAnswer(
  { request }: RequestRead,
  { entryPoint, stored, admitted }: PrepareMessage,
  { config: { namespace }, warnings }: StatedTerms,
): Omit<Stated, 'ok' | 'channel'> | undefined {
  if (entryPoint === 'amp') return undefined;
  const chosen = chooseStatedSeats(request, { namespace, textOf: (id) => storedText(stored, id), mostCharacters });
  if (chosen === undefined) return undefined;
  const { seats, fault } = chosen;
  if (fault !== undefined) addWarning(warnings, fault);
  addWarning(warnings, `no auction: the response is what ext.${namespace}.storedauctionresponse says`);
  const response = buildResponse({
    namespace,
    id: request.id ?? '',
    cur: currencyOf(request),
    seats,
    responsetimemillis: new Map(),
    tmaxrequest: admitted.tmax,
    errors: new Map(),
    warnings,
    debug: undefined,
    seatnonbid: undefined,
    fledge: [],
    passthrough: undefined,
  });
  const { bytes, ranges } = packParts([JSON.stringify(response)]);
  return { bytes, stated: ranges[0]!, ...(fault !== undefined && { fault }) };
}

function storedText(stored: PrepareMessage['stored'], id: string): string | undefined {
  const found = stored.find((one) => one.kind === 'responses' && one.id === id);
  return found && textOf(found.text);
}
