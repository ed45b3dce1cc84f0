/** Decides whether a request states its own response, and with which seats (implementation B 1; decisions, 'Stored responses'). */
import { parsedReply } from '../../adapter/reply-json.ts';
import { isDeeper, maxDepth } from '../../openrtb/depth.ts';
import { quoted } from '../../openrtb/findings.ts';
import { isObject, own, type JsonObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { impSvc } from '../../openrtb/svc-parts.ts';
import { requestSvc } from '../../openrtb/svc.ts';

/** One seat with everything in it. */
interface StatedSeat extends JsonObject {
  readonly seat: string;
  readonly bid: readonly JsonObject[];
}

/** The seats to answer with; empty, with a `fault`, where they cannot be used. */
interface StatedSeats {
  readonly seats: readonly StatedSeat[];
  readonly fault?: string;
}

/** What the choice depends on: `textOf` returns the text of a stored response, undefined when it was not found. */
interface StatedSeatRules {
  readonly namespace: string;
  readonly textOf: (id: string) => string | undefined;
  /** The most characters of a stored response. */
  readonly mostCharacters: number;
}

/**
 * The seats of `ext.<namespace>.storedauctionresponse`, unchanged; seats that it contains itself win over stored ones. Undefined for a
 * request that has none, or whose imps repeat it. The caller has checked the types.
 */
export function chooseStatedSeats(request: BidRequest, rules: StatedSeatRules): StatedSeats | undefined {
  const stated = requestSvc(request, rules.namespace)?.storedauctionresponse;
  if (stated === undefined) return undefined;
  const { id, seatbidarr } = stated;
  if (seatbidarr !== undefined) return checked(seatbidarr, `ext.${rules.namespace}.storedauctionresponse.seatbidarr`);
  if (id === undefined || isRepeated(id, request, rules.namespace)) return undefined;
  const text = rules.textOf(id);
  const name = `Stored response with ID=${quoted(id)}`;
  if (text === undefined) return { seats: [], fault: `${name} not found: store it, or correct the id` };
  if (text.startsWith('\ufeff')) return { seats: [], fault: `${name} starts with a byte order mark: remove it` };
  if (text.length <= rules.mostCharacters) return checked(parsedReply(text), name);
  return { seats: [], fault: `${name} has over ${rules.mostCharacters} characters: shorten it` };
}

/**
 * True when each imp names the request's stored response too, as in apps with Prebid Mobile's SDKs. Then the imps' responses are used:
 * they provide what these apps depend on: the imp's id and keys for the ad server.
 */
function isRepeated(id: string, { imp: imps = [] }: BidRequest, namespace: string): boolean {
  return imps.length > 0 && imps.every((imp) => isFor(id, impSvc(imp, namespace)?.storedauctionresponse));
}

function isFor(id: string, stated: { readonly id?: string; readonly seatbidobj?: unknown } | undefined): boolean {
  return stated !== undefined && stated.id === id && stated.seatbidobj === undefined;
}

function checked(seats: unknown, name: string): StatedSeats {
  const shape = 'an array of seatbid objects, each with a seat and at least one bid';
  if (!Array.isArray(seats) || !seats.every(isSeat)) return { seats: [], fault: `${name} is not ${shape}: correct it` };
  if (isDeeper(seats, maxDepth))
    return { seats: [], fault: `${name} is nested deeper than ${maxDepth} levels: flatten it` };
  return { seats };
}

function isSeat(seat: unknown): seat is StatedSeat {
  if (!isObject(seat)) return false;
  const name = own(seat, 'seat');
  const bids = own(seat, 'bid');
  return typeof name === 'string' && name !== '' && Array.isArray(bids) && bids.length > 0 && bids.every(isObject);
}
