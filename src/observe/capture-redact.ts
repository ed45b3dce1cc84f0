/**
 * Decides what the JSON of a captured auction keeps of its user (issue 6, item 3): no ids, addresses only in part, places only
 * roughly. Consent strings stay: without them the auction cannot be played again.
 */
import { isLoopback } from '../openrtb/addresses.ts';
import { isObject, setOwn, type JsonObject } from '../openrtb/merge-patch.ts';
import { decimal } from '../openrtb/retype.ts';
import { parseJson } from '../openrtb/long-integers.ts';
import { cutAddress, roundGeo } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';
import { blot, redactHeader, redactPage, withoutQuery } from './capture-texts.ts';

/** What stands in place of an id that is a number: as a text it would be answered with 200, not with 400 (decisions, 'Wrong fields'). */
const numericBlot = 1;

/** Names of texts that are JSON themselves, in debug output, and what one that is none leaves: a wrong reply stays, as in its call. */
const innerJson: ReadonlyMap<string, (text: string) => string> = new Map([
  ['requestbody', () => blot],
  ['responsebody', (text: string) => text],
]);

/** Members whose bidders' params have names of their own. */
const holdsParams = new Set(['imp', 'bidderparams']);

/** Names that are a placement there. */
const namesOfParams = new Set(['uid', 'ppid']);

/** Names of lists of ids. */
const idLists = new Set(['uids', 'eids']);

/** Names of addresses of pages. */
const namesOfPages = new Set(['page', 'ref', 'curl']);

const mostInnerTexts = 4;

/** What is known while one auction is rid of its user. */
export interface Known {
  /** Takes every id and address that is blotted out. */
  readonly ids: Set<string>;
  /** Changes every other text, names of members among them. */
  readonly hide: (text: string) => string;
}

interface Place extends Known {
  readonly innerTexts: number;
  readonly isParams: boolean;
}

/** A JSON value without its user. The caller has bounded the depth. */
export function redactJson(value: unknown, known: Known = { ids: new Set(), hide: (text) => text }): unknown {
  return redact(value, '', { ...known, innerTexts: mostInnerTexts, isParams: false });
}

function redact(value: unknown, name: string, place: Place): unknown {
  if (isId(name, place)) return blotted(value, place);
  if (Array.isArray(value)) return value.map((one) => redact(one, name, place));
  if (!isObject(value)) return isBareUser(name, place) ? blotted(value, place) : redactLeaf(value, name, place);
  if (name === 'requestheaders') return mapped(value, (values, header) => redactSent(values, header, place));
  const isPerson = name === 'user' || idLists.has(name);
  const change = (member: unknown, key: string): unknown => {
    if (isPerson && key === 'id') return blotted(member, place);
    return redact(member, key, holdsParams.has(key) ? { ...place, isParams: true } : place);
  };
  const redacted = mapped(value, change, place.hide);
  return name === 'geo' ? roughPlace(redacted, place) : redacted;
}

function isId(name: string, { isParams }: Place): boolean {
  return name === 'buyeruids' || (idNames.has(name) && !(isParams && namesOfParams.has(name)));
}

/** A user should be an object: one that is a text, or a number, can only be its id. */
function isBareUser(name: string, { isParams }: Place): boolean {
  return name === 'user' && !isParams;
}

/** The values of one header that a bidder was sent. */
function redactSent(values: unknown, name: string, { ids, hide }: Place): unknown {
  if (!Array.isArray(values)) return blot;
  return values.map((one) => (typeof one === 'string' ? hide(redactHeader(name.toLowerCase(), one, ids)) : blot));
}

function redactLeaf(value: unknown, name: string, place: Place): unknown {
  if (typeof value !== 'string' || value === '') return value;
  if (idLists.has(name) && !place.isParams) return blotted(value, place);
  if (name === 'ip' || name === 'ipv6') return cutOf(value, place);
  if (name === 'uri') return place.hide(withoutQuery(value));
  if (namesOfPages.has(name)) return place.hide(redactPage(value, place.ids));
  const unread = innerJson.get(name);
  if (unread === undefined) return place.hide(value);
  return place.innerTexts === 0 ? blot : (innerText(value, place) ?? place.hide(unread(value)));
}

/** Coordinates that are rough already are nobody's. A text stays a text and a number a number, so that a replay is answered alike. A postcode may be one house. */
function roughPlace(geo: JsonObject, place: Place): JsonObject {
  return mapped(geo, (member, name) => {
    if (name === 'zip') return blotted(member, place);
    if (name !== 'lat' && name !== 'lon') return member;
    const read = typeof member === 'string' && decimal.test(member) ? Number(member) : member;
    if (typeof read !== 'number') return blotted(member, place);
    const { lat: rough } = roundGeo({ lat: read });
    if (rough !== read) for (const one of [member, read]) blotted(one, place);
    return typeof member === 'string' ? String(rough) : rough;
  });
}

/** An address that is cut already is nobody's, and that of this machine stands in addresses of bidders and events, too. */
function cutOf(address: string, place: Place): string {
  const cut = cutAddress(address);
  if (cut !== address && !isLoopback(address)) blotted(address, place);
  return cut ?? blot;
}

/** What is an id, or holds some, without them: of its kind, since one that is wrong is answered with 400 when it is played again, too. */
function blotted(id: unknown, place: Place): unknown {
  if (Array.isArray(id)) return id.map((one) => blotted(one, place));
  if (isObject(id)) return mapped(id, (member) => blotted(member, place), place.hide);
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
