/**
 * Redacts the JSON of a captured auction (issue 6, item 3): removes ids, truncates addresses, rounds coordinates. Consent strings stay,
 * because the auction cannot be replayed without them.
 */
import { isLoopback } from '../openrtb/addresses.ts';
import { isObject, setOwn, type JsonObject } from '../openrtb/json-object.ts';
import { decimal } from '../openrtb/retype.ts';
import { parseJson } from '../openrtb/long-integers.ts';
import { cutAddress, roundGeo } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';
import { blot, isEcho, redactHeader, redactPage, withoutQuery } from './capture-texts.ts';

/**
 * The replacement for a numeric id: with a text in its place, a request that was answered with 400 would get 200 in a replay (decisions,
 * 'Wrong fields').
 */
const numericBlot = 1;

/**
 * Members of debug output that are JSON texts, with the replacement for one that is not JSON: a wrong reply stays, as it does in its call.
 */
const innerJson: ReadonlyMap<string, (text: string) => string> = new Map([
  ['requestbody', () => blot],
  ['responsebody', (text: string) => text],
]);

/** Members that contain bidders' params. */
const holdsParams = new Set(['imp', 'bidderparams']);

/** Names that mean a placement in params. */
const namesOfParams = new Set(['uid', 'ppid']);

/** Names of lists of ids. */
const idLists = new Set(['uids', 'eids']);

/** Names of page URLs. */
const namesOfPages = new Set(['page', 'ref', 'curl']);

/** Most levels of JSON texts within JSON texts. */
const mostInnerTexts = 4;

/** The state of redacting one auction. */
export interface Known {
  /** Collects every id and address that is redacted. */
  readonly ids: Set<string>;
  /** Changes every other text, including member names. */
  readonly hide: (text: string) => string;
}

interface Place extends Known {
  readonly innerTexts: number;
  readonly isParams: boolean;
}

/** A JSON value without user data. The caller must bound its depth. */
export function redactJson(value: unknown, known: Known = { ids: new Set(), hide: (text) => text }): unknown {
  return redact(value, '', { ...known, innerTexts: mostInnerTexts, isParams: false });
}

function redact(value: unknown, name: string, place: Place): unknown {
  if (isId(name, place)) return redactId(value, place);
  if (Array.isArray(value)) return value.map((one) => redact(one, name, place));
  if (!isObject(value)) return isUserId(name, place) ? redactId(value, place) : redactLeaf(value, name, place);
  if (name === 'requestheaders') return mapped(value, (values, header) => redactSent(values, header, place));
  const isPerson = name === 'user' || idLists.has(name);
  const change = (member: unknown, key: string): unknown => {
    if (isPerson && key === 'id') return redactId(member, place);
    return redact(member, key, holdsParams.has(key) ? { ...place, isParams: true } : place);
  };
  const redacted = mapped(value, change, place.hide);
  return name === 'geo' ? roughGeo(redacted, place) : redacted;
}

function isId(name: string, { isParams }: Place): boolean {
  return name === 'buyeruids' || (idNames.has(name) && !(isParams && namesOfParams.has(name)));
}

/** A user should be an object; one that is a string or a number can only be an id. */
function isUserId(name: string, { isParams }: Place): boolean {
  return name === 'user' && !isParams;
}

/** The values of one header that was sent to a bidder. */
function redactSent(values: unknown, name: string, { ids, hide }: Place): unknown {
  if (!Array.isArray(values)) return blot;
  return values.map((one) => (typeof one === 'string' ? hide(redactHeader(name.toLowerCase(), one, ids)) : blot));
}

function redactLeaf(value: unknown, name: string, place: Place): unknown {
  // Coordinates are ids, too, and are rounded afterwards.
  if (name !== 'lat' && name !== 'lon' && isEcho(value, place.ids)) return numericBlot;
  if (typeof value !== 'string' || value === '') return value;
  if (idLists.has(name) && !place.isParams) return redactId(value, place);
  if (name === 'ip' || name === 'ipv6') return cutIp(value, place);
  if (name === 'uri') return place.hide(withoutQuery(value));
  if (namesOfPages.has(name)) return place.hide(redactPage(value, place.ids));
  const unread = innerJson.get(name);
  if (unread === undefined) return place.hide(value);
  return place.innerTexts === 0 ? blot : (innerText(value, place) ?? place.hide(unread(value)));
}

/**
 * Rounds coordinates and redacts the postcode, which may be one house. Coordinates that are already rough identify nobody. Strings stay
 * strings and numbers stay numbers, so that a replay is answered alike.
 */
function roughGeo(geo: JsonObject, place: Place): JsonObject {
  return mapped(geo, (member, name) => {
    if (name === 'zip') return redactId(member, place);
    if (name !== 'lat' && name !== 'lon') return member;
    const read = typeof member === 'string' && decimal.test(member) ? Number(member) : member;
    if (typeof read !== 'number') return redactId(member, place);
    const { lat: rough } = roundGeo({ lat: read });
    if (rough !== read) for (const one of [member, read]) redactId(one, place);
    return typeof member === 'string' ? String(rough) : rough;
  });
}

/** Truncates an address. One that is already truncated identifies nobody; this machine's own also occurs in URLs of bidders and events. */
function cutIp(address: string, place: Place): string {
  const cut = cutAddress(address);
  if (cut !== address && !isLoopback(address)) redactId(address, place);
  return cut ?? blot;
}

/** Redacts a value that is or holds ids, keeping its type: a value of a wrong type is answered with 400 in a replay, too. */
function redactId(id: unknown, place: Place): unknown {
  if (Array.isArray(id)) return id.map((one) => redactId(one, place));
  if (isObject(id)) return mapped(id, (member) => redactId(member, place), place.hide);
  if (typeof id === 'string' ? id === '' : typeof id !== 'number' && typeof id !== 'bigint') return id;
  place.ids.add(String(id));
  return typeof id === 'string' ? blot : numericBlot;
}

function innerText(text: string, place: Place): string | undefined {
  try {
    return JSON.stringify(redact(parseJson(text), '', { ...place, innerTexts: place.innerTexts - 1 }));
  } catch {
    return undefined;
  }
}

function mapped(
  object: JsonObject,
  change: (member: unknown, key: string) => unknown,
  hide: Known['hide'] = (key) => key,
): JsonObject {
  const copy: { [key: string]: unknown } = {};
  for (const [key, member] of Object.entries(object)) setOwn(copy, hide(key), change(member, key));
  return copy;
}
