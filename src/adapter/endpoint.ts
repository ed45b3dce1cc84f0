/** Decides where a call goes (bidders, 'SSRF'): to the endpoint with its macros filled, only to hosts that the definition admits. */
import { quoted } from '../openrtb/findings.ts';
import type { CallContext, Macro } from './call-steps.ts';
import { isHostPart, isPublicHost } from './public-host.ts';
import { Refusal, refuseCall } from './refusal.ts';
import { pathSegment, pathSegments, queryValue } from './url.ts';

type Place = 'host' | 'path' | 'query';

/** An endpoint split at its macros. `literals` has one element more than `macros`. */
export interface Endpoint {
  readonly literals: readonly string[];
  readonly macros: readonly { readonly name: string; readonly place: Place }[];
}

/** The macros of a definition by name. */
export type Macros<P, R> = { readonly [name: string]: Macro<P, R> };

const macroMark = /\{\{\.(\w{1,64})\}\}/;

/** Splits an endpoint at `{{.Name}}`. Throws an Error for a macro before the host, one that `names` lacks, or one in another form. */
export function readEndpoint(text: string, names: ReadonlySet<string>): Endpoint {
  const pieces = text.split(macroMark);
  const literals = pieces.filter((_, at) => at % 2 === 0);
  const malformed = literals.map((literal) => /\{\{.{0,40}/s.exec(literal)?.[0]).find((mark) => mark !== undefined);
  if (malformed !== undefined) throw new Error(`the endpoint has ${quoted(malformed)}: a macro is written {{.Name}}`);
  let before = '';
  const macros = pieces.flatMap((piece, at) => {
    before += at % 2 === 0 ? piece : 'x';
    if (at % 2 === 0) return [];
    if (!names.has(piece)) {
      const known =
        names.size === 0
          ? 'has none: write the address without it'
          : `has ${[...names].join(', ')}: use one of these, or write the address without it`;
      throw new Error(`the endpoint names the macro ${piece}, but the definition ${known}`);
    }
    return [{ name: piece, place: placeAfter(before) }];
  });
  return { literals, macros };
}

/** The part of a URL in which the last character of this prefix is. */
function placeAfter(text: string): Place {
  const rest = /^[a-z]+:\/\/(.*)$/is.exec(text)?.[1];
  if (rest === undefined)
    throw new Error('the endpoint has a macro before its host: begin it with http:// or https://');
  if (rest.includes('?')) return 'query';
  return /[/\\]/.test(rest) ? 'path' : 'host';
}

/** The endpoint with every macro filled and encoded for its place, or why no call can be made. */
export function fillEndpoint<P, R>(endpoint: Endpoint, macros: Macros<P, R>, c: CallContext<P, R>): string | Refusal {
  const { literals } = endpoint;
  let uri = literals[0]!;
  let namesHost = false;
  for (const [at, { name, place }] of endpoint.macros.entries()) {
    const macro = macros[name]!;
    const isPath = typeof macro !== 'function';
    const value = isPath ? macro.of(c) : macro(c);
    if (value instanceof Refusal) return value;
    const given = String(value ?? '');
    const text = encodedFor(place, given, isPath);
    if (text === undefined) return refuseCall(c, `${quoted(given)} of the params cannot stand in ${fitFor[place]}`);
    namesHost ||= place === 'host';
    uri += text + literals[at + 1]!;
  }
  if (!namesHost || isPublicHost(authorityOf(uri))) return uri;
  return refuseCall(
    c,
    `the params make ${quoted(authorityOf(uri))} the host of the bidder's address: it must be a public name`,
  );
}

/** For messages: a part of the URL, and what is allowed there. A query allows everything. */
const fitFor: { readonly [place in Place]: string } = {
  host: "the host of the bidder's address: give letters, digits, dots and dashes",
  path: "the path of the bidder's address: give the name or number that the bidder gave you",
  query: "the query of the bidder's address",
};

function encodedFor(place: Place, value: string, isPath: boolean): string | undefined {
  switch (place) {
    case 'host':
      return isHostPart(value) ? value : undefined;
    case 'path':
      return isPath ? pathSegments(value) : pathSegment(value);
    case 'query':
      return queryValue(value);
  }
}

/** What a URL built by a definition's own function is checked against. */
export interface Admission {
  /** The bidder's endpoint, macros filled. */
  readonly endpoint: string;
  /** True for a host (without port) that the definition allows besides the endpoint's. */
  readonly admitsHost: (host: string) => boolean;
}

/** The URL if its host is the endpoint's, or a public one that the definition admits; else why not. */
export function admittedUrl<P, R>(
  uri: string,
  { endpoint, admitsHost }: Admission,
  c: CallContext<P, R>,
): string | Refusal {
  // Characters that a URL parser drops or treats as a slash must not reach one.
  if (!/^[!-[\]-~]*$/.test(uri)) return refuseCall(c, "the params cannot stand in the bidder's address");
  const authority = authorityOf(uri);
  if (authority === authorityOf(endpoint)) return uri;
  const host = authority.replace(/:\d*$/, '').toLowerCase();
  if (isPublicHost(authority) && admitsHost(host)) return uri;
  return refuseCall(c, `the params lead to the host ${quoted(host)}, which is not the bidder's`);
}

/** The part between `://` and the path, in lower case; '' if there is none. */
function authorityOf(uri: string): string {
  return /^[a-z]+:\/\/([^/?#\\]*)/i.exec(uri)?.[1]?.toLowerCase() ?? '';
}
