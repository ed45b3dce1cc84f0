/** Decides which HTTP headers a call carries (bidders, `headers`). Headers that many bidders want have a word each. */
import type { Credentials } from './contract.ts';
import type { CallContext, HeaderSource, SharedRequest } from './call-steps.ts';

const contentType = 'application/json;charset=utf-8';

/** The words for headers that are the same in every call. */
const constant = {
  json: ['content-type', contentType, 'accept', 'application/json'],
  jsonPlain: ['content-type', 'application/json', 'accept', 'application/json'],
  contentType: ['content-type', contentType],
  contentTypePlain: ['content-type', 'application/json'],
  accept: ['accept', 'application/json'],
  ortb25: ['x-openrtb-version', '2.5'],
  ortb26: ['x-openrtb-version', '2.6'],
} satisfies { readonly [word: string]: readonly string[] };

type Source = (request: SharedRequest, c: Pick<CallContext, 'bidder'>) => readonly string[];

/**
 * The words for headers that depend on the request or the bidder. `ip` sends both addresses, IPv6 first; `referer` is the page, `ref` the
 * one before it.
 */
const computed = {
  ortb: ortbVersion,
  ua: ({ device }) => ['user-agent', device?.ua ?? ''],
  ip: ({ device }) => ['x-forwarded-for', device?.ipv6 ?? '', 'x-forwarded-for', device?.ip ?? ''],
  ipv4: ({ device }) => ['x-forwarded-for', device?.ip ?? ''],
  ipOrIpv6: ({ device }) => ['x-forwarded-for', device?.ip || device?.ipv6 || ''],
  ipv6OrIp: ({ device }) => ['x-forwarded-for', device?.ipv6 || device?.ip || ''],
  language: ({ device }) => ['accept-language', device?.language ?? ''],
  dnt: ({ device }) => ['dnt', device?.dnt === undefined ? '' : String(device.dnt)],
  referer: ({ site }) => ['referer', site?.page ?? ''],
  ref: ({ site }) => ['referer', site?.ref ?? ''],
  origin: ({ site }) => ['origin', site?.domain ?? ''],
  basicAuth: (_, { bidder }) => ['authorization', basicAuth(bidder.credentials)],
} satisfies { readonly [word: string]: Source };

/** A name for one or more headers that many bidders want. */
export type HeaderWord = keyof typeof constant | keyof typeof computed;

/** All words for headers. */
export const headerWords: readonly string[] = [...Object.keys(constant), ...Object.keys(computed)];

/** Combines a definition's words and functions into one function. If no header varies, all calls share one list. */
export function headersOf<P, R>(words: readonly (HeaderWord | HeaderSource<P, R>)[]): HeaderSource<P, R> {
  const fixed: string[] = [];
  const varying: HeaderSource<P, R>[] = [];
  for (const word of words) {
    if (typeof word === 'function') varying.push(word);
    else if (isConstant(word)) fixed.push(...constant[word]);
    else varying.push(computed[word] as HeaderSource<P, R>);
  }
  if (varying.length === 0) return () => fixed;
  if (varying.length === 1 && varying[0] === ortbVersion) return byVersion(fixed);
  return (request, c) => {
    const headers = [...fixed];
    for (const source of varying) addClean(headers, source(request, c));
    return headers;
  };
}

function isConstant(word: HeaderWord): word is keyof typeof constant {
  return Object.hasOwn(constant, word);
}

function ortbVersion(_: SharedRequest, { bidder }: Pick<CallContext, 'bidder'>): readonly string[] {
  return ['x-openrtb-version', bidder.ortbVersion];
}

/** The headers of most plain bidders: one list per OpenRTB version, shared by all calls. */
function byVersion(fixed: readonly string[]): Source {
  const lists = {
    '2.5': [...fixed, 'x-openrtb-version', '2.5'],
    '2.6': [...fixed, 'x-openrtb-version', '2.6'],
  };
  return (_, { bidder }) => lists[bidder.ortbVersion];
}

/** The value of the header `name` (lower case) in a list of alternating names and values; '' if it is absent. */
export function headerValue(headers: readonly string[], name: string): string {
  const at = headers.findIndex((header, at) => at % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? '' : headers[at + 1]!;
}

/**
 * The header for a bidder that identifies the user by the cookie `name`; '' without an id. Characters that RFC 6265 forbids in a value
 * are removed from the id, which could otherwise add cookies.
 */
export function idCookie(name: string): (request: SharedRequest) => readonly [string, string] {
  return ({ user }) => {
    const id = (user?.buyeruid ?? '').replaceAll(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/g, '');
    return ['cookie', id === '' ? '' : `${name}=${id}`];
  };
}

/** Adds the headers that have a value. Characters that a header cannot carry (line breaks, anything beyond Latin-1) are removed. */
function addClean(headers: string[], pairs: readonly string[]): void {
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const value = pairs[at + 1]!.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();
    if (value !== '') headers.push(pairs[at]!, value);
  }
}

/** The value of `authorization` for basic authentication; '' if the host has configured no username. */
function basicAuth({ username, password }: Credentials): string {
  return username === '' ? '' : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
