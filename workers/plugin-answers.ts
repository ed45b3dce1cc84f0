/**
 * Decides what becomes of a plugin's return value (src/plugins):
 * it is used as a plain copy, or is a fault of the plugin, thrown as an Error that says why.
 */
import { maxDepth } from '../src/openrtb/depth.ts';
import { isObject, type JsonObject } from '../src/openrtb/json-object.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { Bid } from '../src/openrtb/response.ts';
import { compileTypePlan, conforms } from '../src/openrtb/type-plan.ts';
import { changesOf, withChanges } from '../src/openrtb/with-changes.ts';
import type { PluginRefusal } from '../src/plugins/contract.ts';
import { plainCopy } from '../src/plugins/plain-copy.ts';

/** Returns a request that a plugin made as it will be used, and its faults, one sentence each. */
export type JudgeRequest = (made: unknown) => { readonly request: BidRequest; readonly faults: readonly string[] };

const bidPlan = compileTypePlan(Bid);
/** Twice as deep, because a response may quote a request. */
const responseDepth = 2 * maxDepth;

/** A plugin's return value; undefined for nothing and for null. Throws for a promise. */
export function atOnce<T>(left: T): T | undefined {
  if (typeof (left as { readonly then?: unknown } | null | undefined)?.then !== 'function') return left ?? undefined;
  if (left instanceof Promise) left.catch(() => undefined);
  throw new TypeError('it returned a promise: it must answer at once');
}

/** The refusal in a return value; undefined for a request. */
export function refusalMade(left: unknown): PluginRefusal['refuse'] | undefined {
  if (!isObject(left) || left['refuse'] === undefined) return undefined;
  const refuse = plainCopy(left['refuse'], undefined, maxDepth);
  if (!isObject(refuse) || !Number.isInteger(refuse['nbr']))
    throw new TypeError('its refusal must have an integer nbr');
  if (typeof (refuse['message'] ?? '') !== 'string')
    throw new TypeError('its refusal has a message that is not a string');
  return refuse as unknown as PluginRefusal['refuse'];
}

/** The request in a return value, made from `given`. */
export function requestMade(left: unknown, given: BidRequest, judge: JudgeRequest): BidRequest {
  const made = plainCopy(left, given, maxDepth);
  const { request, faults } = isObject(made) && Array.isArray(made['imp']) ? judge(made) : noRequest;
  if (faults.length > 0) throw new TypeError(`it made an invalid request: ${faults.join('; ')}`);
  return request;
}

const noRequest = { request: {}, faults: ['it is not an object with a list imp'] };

/** The bid in a return value, made from `given`, whose own members need not be those of OpenRTB. A member that is null is left out. */
export function bidMade(left: unknown, given: JsonObject): JsonObject {
  const made = plainCopy(left, given, maxDepth);
  if (!isObject(made)) throw new TypeError('it made no OpenRTB bid');
  const changed = Object.entries(changesOf(given, made)).map(([name, value]) => [name, value ?? undefined] as const);
  const wrong = changed.find(([name, value]) => value !== undefined && !conforms(bidPlan, { [name]: value }));
  if (wrong !== undefined) throw new TypeError(`it made no OpenRTB bid: ${wrong[0]} has a value of the wrong type`);
  return withChanges(given, Object.fromEntries(changed));
}

/** The response in a return value, made from `given`. */
export function responseMade(left: unknown, given: JsonObject): JsonObject {
  const made = plainCopy(left, given, responseDepth);
  if (!isObject(made)) throw new TypeError('it made no response');
  return made;
}
