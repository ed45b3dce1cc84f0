/**
 * Decides which part of a request stays text until somebody looks at it: a long `user.data` (bench/README, 'Choices'). It is most
 * of many requests, no stage reads it, few bidders do, and all of them get it as it came. So data that its readers could
 * understand in different ways, by a member that stands twice, is read at once.
 */
import { freezeDeep, unchangeable } from './freeze.ts';
import { memberAt } from './member-at.ts';
import { isObject, own } from './merge-patch.ts';
import { parseJson } from './long-integers.ts';
import { nodeAt } from './node-at.ts';
import type { BidRequest } from './request.ts';
import type { User } from './user.ts';

/** A parsed request. */
export interface ParsedRequest {
  /** Of any JSON type; with an empty list in place of unread data. */
  readonly value: unknown;
  /** The text of `user.data`, a list with the types of OpenRTB; undefined when `value` is whole. */
  readonly data: string | undefined;
}

/** Shorter data is read as fast as it is left. */
const leastData = 400;
/** More than this would strain the regular expression's stack. */
const mostData = 262_144;

const text = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
/** A word, or a number that is one to every reader: how it is written may differ from how it would be written. */
const plain = String.raw`-?\d{1,15}(?:\.\d{1,15})?|true|false|null`;
/** Beside the usual `segtax` one member at most: so none stands twice. */
const member = String.raw`(?!"segtax")"[^"\\]*":(?:${text}|${plain})`;
const ext = String.raw`,?"ext":\{(?:"segtax":(?:${text}|${plain}),?)?(?:${member})?\}`;
// The other members in their usual order.
const segment = String.raw`\{(?:"id":${text})?(?:,?"name":${text})?(?:,?"value":${text})?(?:${ext})?\}`;
const segments = String.raw`,?"segment":\[(?:,?${segment})*\]`;
const entry = String.raw`\{(?:"id":${text})?(?:,?"name":${text})?(?:${segments}(?:${ext})?|${ext}(?:${segments})?)?\}`;
/** Data whose types are right and in which no member stands twice, in valid JSON without blanks. */
const plainData = new RegExp(String.raw`\[(?:,?${entry})*\]`, 'y');

/** What stands for the data, as JSON and as its value. */
const markJson = String.raw`\u0001`;
const mark = '\u0001';

/** Parses a request's text, which is valid JSON; all of it unless some `mayStay` unread. */
export function parseRequest(body: string, mayStay = true): ParsedRequest {
  const cut = mayStay ? cutData(body) : undefined;
  if (cut !== undefined) {
    const value = parseJson(cut.rest);
    const user = isObject(value) ? own(value, 'user') : undefined;
    // Else it was some other member of that name.
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

/** The request with a list that reads the data when somebody looks at it, where it has the empty one that `parseRequest` left. */
export function restoreData(request: BidRequest, { value, data }: ParsedRequest): BidRequest {
  const { user } = request;
  // What has been merged over it stays.
  if (data === undefined || user?.data === undefined || user.data !== nodeAt(value, ['user', 'data'])) return request;
  return { ...request, user: { ...user, data: new Proxy<List>([], new Unread(data)) } };
}

const asText = Symbol('text of unread data');

/** The JSON text of a list that may not have been read yet; undefined for any other value. */
export function unreadText(value: unknown): string | undefined {
  return Array.isArray(value) ? (value as { [asText]?: string })[asText] : undefined;
}

type List = NonNullable<User['data']>;

/** Fills the list at the first look, and lets nobody change it. */
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
