/**
 * Decides which part of a request stays text until it is used: a long `user.data` (bench/README, 'Choices'). It is most of many requests,
 * no stage reads it, few bidders do, and all of them receive it unchanged. Data that readers could understand in different ways, because a
 * member occurs twice, is parsed at once.
 */
import { freezeDeep, unchangeable } from './freeze.ts';
import { memberAt } from './member-at.ts';
import { isObject, own } from './json-object.ts';
import { parseJson } from './long-integers.ts';
import { nodeAt } from './node-at.ts';
import type { BidRequest } from './request.ts';
import type { User } from './user.ts';

/** A parsed request. */
interface ParsedRequest {
  /** Of any JSON type; has an empty list in place of unread data. */
  readonly value: unknown;
  /** The text of `user.data`, a list with the types of OpenRTB; undefined when `value` is complete. */
  readonly data: string | undefined;
}

/** Shorter data is parsed as fast as it is skipped. */
const leastData = 400;
/** Longer data would strain the regular expression's stack. */
const mostData = 262_144;

const text = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
/** `true`, `false`, `null`, or a number that every reader reads alike, though a serializer may spell it differently. */
const plain = String.raw`-?\d{1,15}(?:\.\d{1,15})?|true|false|null`;
/** At most one member besides the usual `segtax`, so that none occurs twice. */
const member = String.raw`(?!"segtax")"[^"\\]*":(?:${text}|${plain})`;
const ext = String.raw`,?"ext":\{(?:"segtax":(?:${text}|${plain}),?)?(?:${member})?\}`;
// The other members in their usual order.
const segment = String.raw`\{(?:"id":${text})?(?:,?"name":${text})?(?:,?"value":${text})?(?:${ext})?\}`;
const segments = String.raw`,?"segment":\[(?:,?${segment})*\]`;
const entry = String.raw`\{(?:"id":${text})?(?:,?"name":${text})?(?:${segments}(?:${ext})?|${ext}(?:${segments})?)?\}`;
/** Data with the right types and without repeated members, in valid JSON without whitespace. */
const plainData = new RegExp(String.raw`\[(?:,?${entry})*\]`, 'y');

/** The mark that stands for the data, in JSON and as a value. */
const markJson = String.raw`\u0001`;
const mark = '\u0001';

/** Parses a request's text, which is valid JSON; completely, unless its data `mayStay` unread. */
export function parseRequest(body: string, mayStay = true): ParsedRequest {
  const cut = mayStay ? cutData(body) : undefined;
  if (cut !== undefined) {
    const value = parseJson(cut.rest);
    const user = isObject(value) ? own(value, 'user') : undefined;
    // Otherwise some other member of that name was cut.
    if (isObject(user) && own(user, 'data') === mark) {
      (user as { data?: unknown }).data = [];
      return { value, data: cut.data };
    }
  }
  return { value: parseJson(body), data: undefined };
}

function cutData(body: string): { readonly rest: string; readonly data: string } | undefined {
  if (body.length < leastData) return undefined;
  const at = memberAt(body, 'data":[{', memberAt(body, 'user":{')) + 'data":'.length;
  if (at < 'data":'.length) return undefined;
  plainData.lastIndex = at;
  const end = plainData.test(body.length - at > mostData ? body.slice(0, at + mostData) : body)
    ? plainData.lastIndex
    : 0;
  if (end - at < leastData) return undefined;
  const before = body.slice(0, at);
  const after = body.slice(end);
  if (before.includes(markJson) || after.includes(markJson)) return undefined;
  return { rest: `${before}"${markJson}"${after}`, data: body.slice(at, end) };
}

/** The request with a list that is parsed on first use, in place of the empty list that `parseRequest` left. */
export function restoreData(request: BidRequest, { value, data }: ParsedRequest): BidRequest {
  const { user } = request;
  // A value merged over the empty list stays.
  if (data === undefined || user?.data === undefined || user.data !== nodeAt(value, ['user', 'data'])) return request;
  return { ...request, user: { ...user, data: new Proxy<List>([], new Unread(data)) } };
}

const asText = Symbol('text of unread data');

/** The JSON text of a list that may not have been parsed yet; undefined for any other value. */
export function unreadText(value: unknown): string | undefined {
  return Array.isArray(value) ? (value as { [asText]?: string })[asText] : undefined;
}

type List = NonNullable<User['data']>;

/** Fills the list on first use, and prevents every change to it. */
class Unread implements ProxyHandler<List> {
  readonly #text: string;
  #isRead = false;

  constructor(json: string) {
    this.#text = json;
  }

  get(list: List, key: string | symbol): unknown {
    if (key === asText) return this.#text;
    return key === unchangeable || Reflect.get(this.#read(list), key);
  }

  has(list: List, key: string | symbol): boolean {
    return Reflect.has(this.#read(list), key);
  }

  ownKeys(list: List): (string | symbol)[] {
    return Reflect.ownKeys(this.#read(list));
  }

  getOwnPropertyDescriptor(list: List, key: string | symbol): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(this.#read(list), key);
  }

  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }

  preventExtensions(): boolean {
    return false;
  }

  #read(list: List): List {
    if (!this.#isRead) for (const read of freezeDeep(JSON.parse(this.#text) as List)) list.push(read);
    this.#isRead = true;
    return list;
  }
}
